namespace AkkaInstrumentation.Tests;

/// <summary>
/// What a release's first users do: an empty project, the packages of a folder, on the lowest and on the newest versions of the compatibility table.
/// </summary>
[Collection(PackagesCollection.Name)]
public sealed class FloorsSpec(PackedFixture packed)
{
    private static readonly string[] Ours =
        ["AkkaInstrumentation.Hosting", "AkkaInstrumentation.Cluster", "AkkaInstrumentation.Mcp", "AkkaInstrumentation.Testing"];

    private static readonly IReadOnlyList<IReadOnlyDictionary<string, string>> Table = Markdown.Table("docs/stability.md", "## Compatibility");

    private static string NewestNet => Cell(".NET", "tested").Split(',')[0];

    /// <summary>
    /// Both are built at once. That of .NET 8 brings its runtime along, because none may be installed. The others' packages are below the four.
    /// </summary>
    [PackageFact]
    public void A_new_project_gets_spans_metrics_page_tools_and_probes_on_the_lowest_and_on_the_newest_versions()
    {
        var lowest = Create("lowest", $"net{Cell(".NET", "lowest")}.0", BuiltWith.AkkaFloor, Cell("OpenTelemetry", "lowest"));
        var newest = Create("newest", $"net{NewestNet}.0", BuiltWith.AkkaNewest, Cell("OpenTelemetry", "tested"));
        StrangerProject.Build(packed.Folder, [lowest, newest]);

        Assert.Equal(Expected(Cell(".NET", "lowest"), BuiltWith.AkkaFloor, Cell("OpenTelemetry", "lowest")), Printed(lowest));
        Assert.Equal(Expected(NewestNet, BuiltWith.AkkaNewest, Cell("OpenTelemetry", "tested")), Printed(newest));
    }

    private static string[] Expected(string net, string akka, string openTelemetry) =>
    [
        $".NET {net}, Akka {akka}, OpenTelemetry {openTelemetry}", "OrderActor/PlaceOrder", "  akka.message.type = PlaceOrder",
        "OrderActor <- PlaceOrder: placed", "metric akka.actor.messages", "page shows OrderActor", "probe says OK", "tools include akka_status",
    ];

    private static string[] Printed(StrangerProject project) =>
    [
        .. project.Run().ReplaceLineEndings("\n").Split('\n')
            .Where(line => line.StartsWith("> ", StringComparison.Ordinal)).Select(line => line[2..]),
    ];

    private static string Cell(string what, string column) => Table.Single(row => row["what"] == what)[column];

    private StrangerProject Create(string name, string framework, string akka, string openTelemetry) => StrangerProject.Create(
        packed, name, akka, "Microsoft.NET.Sdk.Web", [.. Ours, "Akka.Cluster.Hosting", $"OpenTelemetry.Extensions.Hosting {openTelemetry}"], framework);
}
