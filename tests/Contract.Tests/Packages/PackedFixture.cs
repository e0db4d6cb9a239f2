namespace AkkaInstrumentation.Tests;

/// <summary>The packages of what the tests were built with, made once, in a folder outside the repository.</summary>
public sealed class PackedFixture : IDisposable
{
    private readonly Lazy<string> _packages;

    public PackedFixture()
    {
        _packages = new Lazy<string>(() => Pack("packages"));
        Strangers = new Strangers(this);
    }

    /// <summary>A version that is never released: no cache can know another package under it.</summary>
    public static string Version { get; } = $"{LibraryVersion.Text}-test";

    /// <summary>Outside the repository, so that no Directory.Build.props of ours is above it.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("akka-instrumentation-").FullName;

    /// <summary>The folder that the packages are in.</summary>
    public string Packages => _packages.Value;

    /// <summary>The projects that install them.</summary>
    internal Strangers Strangers { get; }

    /// <summary>
    /// Packs every project of <c>src/</c>; those that are no package leave nothing. All at once: each reads the others, which takes longer than
    /// packing.
    /// </summary>
    /// <param name="name">Of the folder.</param>
    /// <param name="project">A folder of <c>src/</c>; all by default.</param>
    /// <param name="properties">Of MSBuild.</param>
    public string Pack(string name, string project = "*", params string[] properties)
    {
        var folder = Path.Combine(Folder, name);
        var all = Path.Combine(Folder, $"{name}.proj");
        File.WriteAllText(
            all,
            $"""
            <Project>
              <ItemGroup><Packed Include="{Repo.PathOf("src")}/{project}/*.csproj" /></ItemGroup>
              <Target Name="Pack"><MSBuild Projects="@(Packed)" Targets="Pack" /></Target>
            </Project>
            """);
        string[] arguments =
        [
            "msbuild", all, "-t:Pack", "-m:1", "-v:q", "-nologo", "-p:NoBuild=true", $"-p:Configuration={BuiltWith.Configuration}",
            $"-p:PackageOutputPath={folder}", $"-p:PackageVersion={Version}", .. properties,
        ];
        Dotnet.Run(Repo.Root, arguments);
        return folder;
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    internal PackageFile Package(string id, string extension = "nupkg") =>
        new(Path.Combine(Packages, $"{id}.{Version}.{extension}"));
}
