namespace AkkaInstrumentation.Tests;

/// <summary>The programs of the README and of the start pages, each a project of its own, built at the first use of one.</summary>
public sealed class ReadmePrograms
{
    public const string Readme = "README.md";
    public const string Web = "docs/start-web.md";
    public const string Worker = "docs/start-worker.md";
    public const string Console = "docs/start-console.md";
    public const string Cluster = "docs/start-cluster.md";

    private readonly Lazy<Dictionary<string, StrangerProject>> _all;

    public ReadmePrograms(PackedFixture packed) => _all = new(() =>
    {
        var all = new[] { Readme, Web, Worker, Console, Cluster }.ToDictionary(document => document, document => Project(packed, document));
        StrangerProject.Build(packed.Folder, all.Values);
        return all;
    });

    internal StrangerProject Of(string document) => _all.Value[document];

    private static StrangerProject Project(PackedFixture packed, string document)
    {
        var project = StrangerProject.Create(
            packed, Path.GetFileNameWithoutExtension(document).ToLowerInvariant(), BuiltWith.AkkaFloor,
            document is Worker or Console ? "Microsoft.NET.Sdk" : "Microsoft.NET.Sdk.Web", DocumentPrograms.Packages(document));

        // the port of the cluster's first node may be in use here
        project.Write("Program.cs", DocumentPrograms.Text(document).Replace("4053", $"{FreePort.Find()}", StringComparison.Ordinal));
        return project;
    }
}
