using System.Diagnostics.Tracing;
using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/telemetry.md, Self-diagnostics: the manifest that trace tools read is the same.</summary>
public sealed class EventSourceSpec
{
    private const string Document = "docs/telemetry.md";
    private const string Heading = "## Self-diagnostics";

    private static readonly Type Source = Assert.Single(
        Product.Assemblies.SelectMany(assembly => assembly.GetTypes()), typeof(EventSource).IsAssignableFrom);

    [Fact]
    public void The_event_source_has_the_documented_name() =>
        Assert.Equal(Markdown.Code(Markdown.Prose(Document, Heading))[0], EventSource.GetName(Source));

    [Fact]
    public void The_manifest_has_exactly_the_documented_events() =>
        Assert.Equal(
            Markdown.Table(Document, Heading).Select(row => $"{row["id"]} {Markdown.Plain(row["event"])} {row["level"]}")
                .Order(StringComparer.Ordinal),
            Events().Select(found => $"{found.Id} {found.Name} {found.Level}").Order(StringComparer.Ordinal));

    [Fact]
    public void Event_ids_are_unique() => Assert.Equal(Events().Count, Events().DistinctBy(found => found.Id).Count());

    // strict: a manifest that tools could not use is an exception here
    private static List<(string Id, string Name, string Level)> Events()
    {
        var manifest = EventSource.GenerateManifest(Source, "", EventManifestOptions.Strict | EventManifestOptions.AllCultures);
        return [.. XDocument.Parse(manifest!).Descendants()
            .Where(element => element.Name.LocalName == "event" && element.Attribute("symbol") is not null)
            .Select(element => (
                element.Attribute("value")!.Value,
                element.Attribute("symbol")!.Value,
                element.Attribute("level")!.Value.Replace("win:", "", StringComparison.Ordinal)))
            .Where(found => found.Item2 != "EventSourceMessage")];
    }
}
