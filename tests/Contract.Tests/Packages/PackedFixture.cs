namespace AkkaInstrumentation.Tests;

/// <summary>The packages of what the tests were built with, made once, in a folder outside the repository.</summary>
public sealed class PackedFixture : IDisposable
{
    private readonly Lazy<string> _packages;

    public PackedFixture() => _packages = new Lazy<string>(() => Pack("packages"));

    /// <summary>A version that is never released: no cache can know another package under it.</summary>
    public static string Version { get; } = $"{LibraryVersion.Text}-test";

    /// <summary>Outside the repository, so that no Directory.Build.props of ours is above it.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("akka-instrumentation-").FullName;

    /// <summary>The folder that the packages are in.</summary>
    public string Packages => _packages.Value;

    /// <summary>Packs every project of <c>src/</c>; those that are no package leave nothing.</summary>
    public string Pack(string name)
    {
        var folder = Path.Combine(Folder, name);
        foreach (var project in Directory.GetDirectories(Repo.PathOf("src")).SelectMany(directory => Directory.GetFiles(directory, "*.csproj")))
        {
            Dotnet.Run(Repo.Root, "pack", project, "-c", BuiltWith.Configuration, "--no-build", "-o", folder, $"-p:PackageVersion={Version}", "-v", "q", "--nologo");
        }

        return folder;
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    internal PackageFile Package(string id, string extension = "nupkg") =>
        new(Path.Combine(Packages, $"{id}.{Version}.{extension}"));
}
