using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>The rules of the public API: decision 195.</summary>
public sealed class ApiRulesSpec
{
    private static IEnumerable<Type> Public => Product.Assemblies.SelectMany(assembly => assembly.GetExportedTypes());

    [Fact]
    public void An_option_that_is_null_is_not_set_so_every_option_can_be_null()
    {
        var properties = Public.Where(type => type.Name.EndsWith("Options", StringComparison.Ordinal))
            .SelectMany(type => type.GetProperties()).ToList();
        Assert.True(properties.Count > 50, $"{properties.Count} options");
        Assert.Empty(properties
            .Where(option => option is { CanWrite: true, PropertyType.IsValueType: true } && Nullable.GetUnderlyingType(option.PropertyType) is null)
            .Select(option => $"{option.DeclaringType!.Name}.{option.Name}"));
    }

    /// <summary>Another value in a positional record changes its constructor, which breaks callers.</summary>
    [Fact]
    public void No_record_is_positional() =>
        Assert.Empty(Public.Where(type => type.GetMethod("Deconstruct") is not null).Select(type => type.Name));

    /// <summary>What others may derive from is abstract, or has a reason here.</summary>
    [Fact]
    public void A_class_that_is_no_seam_is_sealed() =>
        Assert.Equal(
            Public.Where(type => type is { IsClass: true, IsSealed: false, IsAbstract: false })
                .Select(type => type.Name).Order(StringComparer.Ordinal),
            ["TrackedAction", "TrackedStep"]);

    [Fact]
    public void What_is_experimental_is_in_the_document_under_its_id()
    {
        var marked = Public.SelectMany(type => type.GetMethods().Cast<MemberInfo>().Where(method => method.DeclaringType == type).Append(type))
            .Select(member => (member.GetCustomAttribute<ExperimentalAttribute>(inherit: false)?.DiagnosticId, member.Name))
            .Where(member => member.DiagnosticId is not null);
        var rows = Markdown.Table("docs/stability.md", "## What is experimental")
            .SelectMany(row => Markdown.Code(row["what"]).Select(code => (Markdown.Plain(row["id"]), code.Split('(')[0].Split('.')[^1])));
        Assert.Equal(rows.Order(), marked.Select(member => (member.DiagnosticId!, member.Name)).Order());
    }
}
