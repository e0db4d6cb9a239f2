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

    /// <summary>It brings the runtime of .NET 8 along, because that may not be installed.</summary>
    internal static StrangerProject OnLowest(PackedFixture packed) =>
        Create(packed, Strangers.Lowest, $"net{Cell(".NET", "lowest")}.0", BuiltWith.AkkaFloor, Cell("OpenTelemetry", "lowest"));

    internal static StrangerProject OnNewest(PackedFixture packed) =>
        Create(packed, Strangers.Newest, $"net{NewestNet}.0", BuiltWith.AkkaNewest, Cell("OpenTelemetry", "tested"));

    [PackageFact]
    public void A_new_project_gets_spans_metrics_page_tools_and_probes_on_the_lowest_versions() =>
        Assert.Equal(
            Expected(Cell(".NET", "lowest"), BuiltWith.AkkaFloor, Cell("OpenTelemetry", "lowest")), Printed(packed.Strangers[Strangers.Lowest]));

    [PackageFact]
    public void It_gets_the_same_on_the_newest_versions() =>
        Assert.Equal(Expected(NewestNet, BuiltWith.AkkaNewest, Cell("OpenTelemetry", "tested")), Printed(packed.Strangers[Strangers.Newest]));

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

    private static StrangerProject Create(PackedFixture packed, string name, string framework, string akka, string openTelemetry) =>
        StrangerProject.Create(
            packed, name, akka, "Microsoft.NET.Sdk.Web",
            [.. Ours, "Akka.Cluster.Hosting", $"OpenTelemetry.Extensions.Hosting {openTelemetry}"], framework);
}
