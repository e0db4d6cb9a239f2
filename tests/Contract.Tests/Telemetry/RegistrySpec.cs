using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// docs/registry, from which others generate code, boards and checks: it has the form of OpenTelemetry's model, and is what the library emits and
/// docs/telemetry.md says. <see cref="MetricsSpec"/> and <see cref="SpansSpec"/> compare that document with what is emitted.
/// </summary>
public sealed class RegistrySpec
{
    private const string Document = "docs/telemetry.md";
    private static readonly Regex SnakeCase = new("^[a-z]+(_[a-z]+)*$");

    // of OpenTelemetry's own registry, on which this one depends
    private static readonly Regex OfOpenTelemetry = new(@"^(messaging|server|exception|error|network)\.");

    private static readonly Dictionary<string, string> Instruments = new()
    {
        ["counter"] = "ObservableCounter",
        ["updowncounter"] = "ObservableUpDownCounter",
        ["gauge"] = "ObservableGauge",
        ["histogram"] = "Histogram",
    };

    // by type of group: what must be there, beside id, type and brief
    private static readonly Dictionary<string, (string[] Must, string[] May)> Keys = new()
    {
        ["attribute_group"] = ([], ["display_name", "extends", "attributes"]),
        ["metric"] = (["metric_name", "instrument", "unit", "stability"], ["extends", "attributes", "note"]),
        ["span"] = (["span_kind", "stability"], ["extends", "attributes", "note"]),
        ["event"] = (["name", "stability"], ["extends", "attributes", "note"]),
        ["entity"] = (["name", "stability"], ["attributes", "note"]),
    };

    private static readonly string[] Ours =
    [
        .. Constants.Of(typeof(AkkaSpanAttributes)).Concat(Constants.Of(Product.TypeOf("AkkaMetricAttributes")))
            .Concat(Constants.Of(Product.TypeOf("AkkaResourceAttributes")))
            .Where(name => name.StartsWith("akka.", StringComparison.Ordinal)),
        .. Constants.Of(Product.TypeOf("FindingAttributes")),
        "akka.last_messages.text",
    ];

    /// <summary>Values that the code has as constants, by attribute. A constant of a loss that is no dead letter is none of its values.</summary>
    public static TheoryData<string, string[]> Values => new()
    {
        { "akka.supervision.directive", [.. Constants.Of(Product.TypeOf("Directives"))] },
        { "akka.finding.kind", [.. Constants.Of(typeof(AkkaFindingKinds))] },
        { "akka.finding.state", [.. Constants.Of(Product.TypeOf("FindingStates"))] },
        { "akka.persistence.answer", [.. Constants.Of(Product.TypeOf("PersistenceAnswers"))] },
        { "akka.remote.refusal.reason", [.. Constants.Of(Product.TypeOf("RefusedContexts"))] },
        { "akka.actor.category", [.. Enum.GetNames<AkkaActorKind>().Select(name => name.ToLowerInvariant())] },
        { "akka.instrumentation.callback.type", [.. Constants.Of(Product.TypeOf("TelemetryFault"))] },
        { "akka.cluster.member.status", [.. (IReadOnlyList<string>)Product.TypeOf("MemberStatuses").GetField("Words")!.GetValue(null)!] },
        {
            "akka.dead_letter.reason",
            [
                .. Constants.Of(typeof(AkkaLossReasons)).Except([AkkaLossReasons.Unhandled, AkkaLossReasons.GivenUp, AkkaLossReasons.FullRegion]),
                "suppressed", "infrastructure",
            ]
        },
    };

    [Fact]
    public void Each_group_has_the_keys_of_its_type()
    {
        Assert.All(Registry.Groups.Values, group =>
        {
            var (must, may) = Keys[group.Type!];
            string[] all = ["id", "type", "brief", .. must];
            Assert.Empty(all.Except(group.Keys));
            Assert.Empty(group.Keys.Except(all).Except(may));
            Assert.EndsWith(".", group["brief"], StringComparison.Ordinal);
            Assert.Equal(must.Contains("stability") ? "development" : null, group["stability"]);
        });
        Assert.All(Registry.Of("metric"), metric => Assert.Equal($"metric.{metric["metric_name"]}", metric.Id));
        Assert.All([.. Registry.Of("event"), .. Registry.Of("entity")], named => Assert.Equal($"{named.Type}.{named["name"]}", named.Id));
    }

    [Fact]
    public void Each_reference_has_a_definition_and_each_definition_is_used()
    {
        var used = Registry.Groups.Values.SelectMany(group => group.Attributes).Select(attribute => attribute.Name).ToHashSet();
        Assert.Equal(
            Registry.Attributes.Keys.Order(StringComparer.Ordinal), used.Where(name => !OfOpenTelemetry.IsMatch(name)).Order(StringComparer.Ordinal));
        Assert.All(Registry.Groups.Values,
            group => Assert.Equal(group.Attributes.Count(), group.Attributes.Select(attribute => attribute.Name).Distinct().Count()));
    }

    [Fact]
    public void Each_attribute_of_the_code_is_defined_and_no_other()
    {
        Assert.Equal(Ours.Order(StringComparer.Ordinal), Registry.Attributes.Keys.Order(StringComparer.Ordinal));
        Assert.All(Registry.Attributes.Values, attribute =>
        {
            Assert.EndsWith(".", attribute.Brief, StringComparison.Ordinal);
            Assert.Equal("development", attribute.Stability);
            Assert.True(attribute.Type is "string" or "string[]" or "int" or "double" or "boolean" || attribute.Members.Count > 0);
        });
    }

    [Fact]
    public void Each_metric_of_the_document_is_defined_and_no_other()
    {
        var documented = MetricsTable.Rows.Select(row => string.Join(" | ",
            row.Name, row.Instrument, row.Unit, row.Meaning, string.Join(", ", row.Attributes(failed: true).Order(StringComparer.Ordinal))));
        var defined = Registry.Of("metric").Select(metric => string.Join(" | ",
            metric["metric_name"], Instruments[metric["instrument"]!], metric["unit"], metric["brief"],
            string.Join(", ", metric.Attributes.Select(attribute => attribute.Name).Order(StringComparer.Ordinal)
                .Where(name => name is not ("akka.actor_system.instance" or "akka.actor.category" or "akka.remote.address")
                    || MetricsTable.Rows.Single(row => row.Name == metric["metric_name"]).Attributes(failed: true).Contains(name)))));
        Assert.Equal(documented.Order(StringComparer.Ordinal), defined.Order(StringComparer.Ordinal));
    }

    /// <summary>What is not always there is conditional: what the table has with an "if", and what it says for many metrics at once.</summary>
    [Fact]
    public void An_attribute_of_a_metric_is_required_if_every_point_has_it() =>
        Assert.All(MetricsTable.Rows, row => Assert.Equal(
            row.Attributes(failed: false).Except(["akka.supervision.directive"]).Order(StringComparer.Ordinal),
            Registry.Groups[$"metric.{row.Name}"].Attributes.Where(attribute => attribute.IsRequired).Select(attribute => attribute.Name)
                .Order(StringComparer.Ordinal)));

    [Fact]
    public void Each_attribute_of_a_span_in_the_document_is_defined_and_no_other() =>
        Assert.Equal(
            Markdown.Table(Document, "## Spans").Select(row => Markdown.Plain(row["attribute"])).Order(StringComparer.Ordinal),
            Registry.Of("span").SelectMany(span => span.Attributes).Select(attribute => attribute.Name).Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void Types_of_span_attributes_are_those_of_the_document() =>
        Assert.All(
            Markdown.Table(Document, "## Spans").Where(row => !OfOpenTelemetry.IsMatch(Markdown.Plain(row["attribute"]))),
            row => Assert.Equal(
                row["type"].Replace("bool", "boolean", StringComparison.Ordinal),
                Registry.Attributes[Markdown.Plain(row["attribute"])].Type ?? "string"));

    [Fact]
    public void Each_event_of_the_code_and_the_document_is_defined_and_no_other()
    {
        var defined = Registry.Of("event").Select(said => said["name"]!).ToList();
        var logged = Constants.Of(Product.TypeOf("FailureEventNames"));
        var findings = Constants.Of(Product.TypeOf("FindingEventNames"));
        Assert.Equal(logged.Concat(findings).Append("akka.last_messages").Order(StringComparer.Ordinal), defined.Order(StringComparer.Ordinal));
        Assert.Equal(
            logged.Append("messaging.process.exception").Order(StringComparer.Ordinal),
            Markdown.Table(Document, "### Events of failures").Select(row => Markdown.Plain(row["event"])).Order(StringComparer.Ordinal));
        Assert.Equal(
            findings.Order(StringComparer.Ordinal),
            Markdown.Table(Document, "### Events of troubles").Select(row => Markdown.Plain(row["event"])).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void What_a_resource_has_is_defined_and_no_other() =>
        Assert.Equal(
            Markdown.Table(Document, "## Resource").Select(row => Markdown.Plain(row["attribute"])).Order(StringComparer.Ordinal),
            Registry.Of("entity").SelectMany(entity => entity.Attributes).Select(attribute => attribute.Name).Order(StringComparer.Ordinal));

    [Fact]
    public void Each_value_is_in_snake_case_and_in_the_document()
    {
        var code = Markdown.Code(Repo.Read(Document)).ToHashSet();
        foreach (var (name, attribute) in Registry.Attributes)
        {
            Assert.All(attribute.Members, member => Assert.Equal(member.Id, member.Value));
            Assert.All(attribute.Members, member => Assert.Matches(SnakeCase, member.Value));
            Assert.Empty(attribute.Members.Select(member => member.Value).Where(value => !code.Contains(value)).Select(value => $"{name} = {value}"));
        }
    }

    [Theory]
    [MemberData(nameof(Values))]
    public void Values_are_those_of_the_code(string attribute, string[] values) =>
        Assert.Equal(
            values.Order(StringComparer.Ordinal),
            Registry.Attributes[attribute].Members.Select(member => member.Value).Order(StringComparer.Ordinal));

    [Fact]
    public void It_depends_on_the_conventions_of_the_schema_URL()
    {
        var url = Markdown.Code(Markdown.Prose(Document, "## Source and meter")).Single(text => text.Contains("/schemas/", StringComparison.Ordinal));
        Assert.Contains($"schema_url: {url}\n", Repo.Read("docs/registry/manifest.yaml"), StringComparison.Ordinal);
        Assert.Contains(
            $"semantic-conventions@v{url.Split('/')[^1]}[model]", Repo.Read("docs/registry/manifest.yaml"), StringComparison.Ordinal);
        Assert.NotNull(Registry.Text(Registry.Manifest, "schema_url"));
    }
}
