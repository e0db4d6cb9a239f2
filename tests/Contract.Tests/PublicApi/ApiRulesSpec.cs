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
    public void A_method_that_returns_a_task_ends_with_Async() =>
        Assert.Empty(Public.SelectMany(type => type.GetMethods())
            .Where(method => typeof(Task).IsAssignableFrom(method.ReturnType) && !method.Name.EndsWith("Async", StringComparison.Ordinal))
            .Select(method => $"{method.DeclaringType!.Name}.{method.Name}"));

    [Fact]
    public void A_time_is_no_number() =>
        Assert.Empty(Public.SelectMany(type => type.GetProperties())
            .Where(property => property.Name.EndsWith("Seconds", StringComparison.Ordinal))
            .Select(property => $"{property.DeclaringType!.Name}.{property.Name}"));

    [Fact]
    public void Nothing_static_can_be_set() =>
        Assert.Empty(Public.SelectMany(type => type.GetFields(BindingFlags.Public | BindingFlags.Static).Where(field => !field.IsLiteral)
            .Select(field => (MemberInfo)field)
            .Concat(type.GetProperties(BindingFlags.Public | BindingFlags.Static).Where(property => property.CanWrite)))
            .Where(member => !member.DeclaringType!.IsEnum)
            .Select(member => $"{member.DeclaringType!.Name}.{member.Name}"));

    /// <summary>An array can be changed, and a lazy sequence may be read twice.</summary>
    [Fact]
    public void Results_have_read_only_lists() =>
        Assert.Empty(Public.Where(type => !type.Name.EndsWith("Options", StringComparison.Ordinal) && type != typeof(AkkaMessageRule))
            .SelectMany(type => type.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            .Where(property => property.PropertyType != typeof(string)
                && property.PropertyType.IsAssignableTo(typeof(System.Collections.IEnumerable))
                && !(property.PropertyType.IsGenericType && property.PropertyType.GetGenericTypeDefinition() == typeof(IReadOnlyList<>)))
            .Select(property => $"{property.DeclaringType!.Name}.{property.Name}"));

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
