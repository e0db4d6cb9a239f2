using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>One grammar for the names on the wire: OpenTelemetry's, and constants that are named alike.</summary>
public sealed class NamesSpec
{
    private static readonly Regex Grammar = new(@"^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+$");
    private static readonly IReadOnlyList<FieldInfo> Metrics = NamesIn(Product.TypeOf("AkkaMetricNames"));
    private static readonly IReadOnlyList<FieldInfo> Attributes =
        [.. NamesIn(typeof(AkkaSpanAttributes)), .. NamesIn(Product.TypeOf("AkkaMetricAttributes")), .. NamesIn(Product.TypeOf("AkkaResourceAttributes"))];

    [Fact]
    public void Dots_separate_namespaces_and_underscores_join_words() =>
        Assert.All([.. Metrics, .. Attributes], field => Assert.Matches(Grammar, Value(field)));

    [Fact]
    public void What_is_not_a_convention_begins_with_akka()
    {
        Assert.All(Metrics, field => Assert.StartsWith("akka.", Value(field), StringComparison.Ordinal));
        Assert.All(
            Attributes.Select(Value).Where(name => !name.StartsWith("messaging.", StringComparison.Ordinal))
                .Except(["error.type", "server.address", "server.port", "network.io.direction"]),
            name => Assert.StartsWith("akka.", name, StringComparison.Ordinal));
    }

    [Fact]
    public void No_metrics_name_is_the_namespace_of_another() => Assert.Empty(Namespaces(Metrics));

    [Fact]
    public void No_attributes_name_is_the_namespace_of_another() => Assert.Empty(Namespaces(Attributes));

    [Fact]
    public void Each_name_has_one_constant()
    {
        Assert.Equal(Metrics.Count, Metrics.Select(Value).Distinct().Count());
        Assert.Equal(Attributes.Count, Attributes.Select(Value).Distinct().Count());
    }

    [Fact]
    public void A_constant_is_named_after_its_value() =>
        Assert.All([.. Metrics, .. Attributes], field => Assert.Equal(PascalCase(Value(field)), field.Name));

    private static IEnumerable<string> Namespaces(IReadOnlyList<FieldInfo> fields)
    {
        Assert.NotEmpty(fields);
        return fields.Select(Value).Where(name => fields.Any(other => Value(other).StartsWith($"{name}.", StringComparison.Ordinal)));
    }

    // a constant whose name ends so is the value of an attribute
    private static IReadOnlyList<FieldInfo> NamesIn(Type type) =>
        [.. type.GetFields(BindingFlags.Public | BindingFlags.Static | (type.IsPublic ? BindingFlags.NonPublic : default))
            .Where(field => !field.Name.EndsWith("Value", StringComparison.Ordinal))];

    private static string Value(FieldInfo field) => (string)field.GetRawConstantValue()!;

    private static string PascalCase(string name) => string.Concat(
        name.Split('.', '_').SkipWhile(word => word == "akka").Select(word => $"{char.ToUpper(word[0], CultureInfo.InvariantCulture)}{word[1..]}"));
}
