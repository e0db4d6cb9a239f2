namespace AkkaInstrumentation.Tests;

/// <summary>
/// All projects of somebody who has the packages and not this repository, built at once at the first use of one: the programs of the README and of
/// the start pages, and those of the tests.
/// </summary>
internal sealed class Strangers
{
    public const string Readme = "README.md";
    public const string Web = "docs/start-web.md";
    public const string Worker = "docs/start-worker.md";
    public const string Console = "docs/start-console.md";
    public const string Cluster = "docs/start-cluster.md";

    /// <summary>On the lowest versions of the compatibility table; also what is not named here refers to the lowest Akka.</summary>
    public const string Lowest = "lowest";

    /// <summary>On the newest versions.</summary>
    public const string Newest = "newest";

    /// <summary>A test project.</summary>
    public const string TestKits = "kits";

    private const string Plain = "Microsoft.NET.Sdk";

    private readonly Lazy<Dictionary<string, StrangerProject>> _all;

    public Strangers(PackedFixture packed) => _all = new(() =>
    {
        var all = new[] { Readme, Web, Worker, Console, Cluster }.ToDictionary(document => document, document => Program(packed, document));
        all[Lowest] = FloorsSpec.OnLowest(packed);
        all[Newest] = FloorsSpec.OnNewest(packed);
        all[TestKits] = TestKitsSpec.Project(packed);
        StrangerProject.Build(packed.Folder, all.Values);
        return all;
    });

    public StrangerProject this[string name] => _all.Value[name];

    private static StrangerProject Program(PackedFixture packed, string document)
    {
        var project = StrangerProject.Create(
            packed, Path.GetFileNameWithoutExtension(document).ToLowerInvariant(), BuiltWith.AkkaFloor,
            document is Worker or Console ? Plain : "Microsoft.NET.Sdk.Web", DocumentPrograms.Packages(document));

        // the port of the cluster's first node may be in use here
        project.Write("Program.cs", DocumentPrograms.Text(document).Replace("4053", $"{FreePort.Find()}", StringComparison.Ordinal));
        return project;
    }
}
