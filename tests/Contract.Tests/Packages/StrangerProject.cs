using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>A project outside the repository, of somebody who has the packages and not the sources.</summary>
internal sealed class StrangerProject
{
    private const string NoAnalyzers = "-p:RunAnalyzers=false";

    private readonly string _folder;
    private bool _isBuilt;

    private StrangerProject(string folder) => _folder = folder;

    /// <param name="packed">The packages.</param>
    /// <param name="name">Of the folder.</param>
    /// <param name="akka">The version of Akka.Hosting.</param>
    /// <param name="sdk">Of the project.</param>
    /// <param name="packages">What it refers to besides Akka.Hosting: ours, and others in the version of this repository.</param>
    public static StrangerProject Create(PackedFixture packed, string name, string akka, string sdk, IReadOnlyList<string> packages)
    {
        var project = new StrangerProject(Directory.CreateDirectory(Path.Combine(packed.Folder, name)).FullName);
        var references = packages.Select(id => $"""<PackageReference Include="{id}" Version="{VersionOf(id, akka)}" />""").Append($"""<PackageReference Include="Akka.Hosting" Version="{akka}" />""");
        foreach (var file in Directory.GetFiles(Repo.PathOf("tests/Contract.Tests/Packages/Stranger"), "*.txt"))
        {
            var text = File.ReadAllText(file)
                .Replace("{Sdk}", sdk, StringComparison.Ordinal)
                .Replace("{References}", string.Join("\n    ", references), StringComparison.Ordinal)
                .Replace("{Packages}", packed.Packages, StringComparison.Ordinal)
                .Replace("{Cache}", BuiltWith.PackageCache, StringComparison.Ordinal);
            project.Write(Path.GetFileNameWithoutExtension(file), text);
        }

        return project;
    }

    /// <summary>Builds several at once: what every build begins with costs more than to build such a project.</summary>
    /// <param name="folder">Where their folders are.</param>
    /// <param name="projects">What to build.</param>
    public static void Build(string folder, IReadOnlyCollection<StrangerProject> projects)
    {
        File.WriteAllText(
            Path.Combine(folder, "strangers.proj"),
            $"""
            <Project>
              <ItemGroup><Stranger Include="{string.Join(';', projects.Select(project => Path.Combine(project._folder, "Stranger.csproj")))}" /></ItemGroup>
              <Target Name="Build">
                <MSBuild Projects="@(Stranger)" Targets="Restore" BuildInParallel="true" Properties="MSBuildRestoreSessionId=strangers" />
                <MSBuild Projects="@(Stranger)" Targets="Build" BuildInParallel="true" />
              </Target>
            </Project>
            """);
        Dotnet.Run(folder, "msbuild", "strangers.proj", "-m", "-v:q", "-nologo", "-p:Configuration=Release", "-p:OutDir=out/", NoAnalyzers);
        foreach (var project in projects)
        {
            project._isBuilt = true;
        }
    }

    public void Write(string file, string text) => File.WriteAllText(Path.Combine(_folder, file), text);

    /// <summary>Builds it, if it is not built, runs it to its end, and returns what it has printed.</summary>
    public string Run()
    {
        Build();
        return Dotnet.Run(_folder, Program);
    }

    /// <summary>Builds it, if it is not built, and starts it.</summary>
    public ProgramUnderTest Start(params (string Name, string Value)[] environment)
    {
        Build();
        var start = new ProcessStartInfo("dotnet", [Program]) { WorkingDirectory = _folder, RedirectStandardInput = true };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        return ProgramUnderTest.Start(start);
    }

    private static string Program => Path.Combine("out", "Stranger.dll");

    private void Build()
    {
        if (!_isBuilt)
        {
            Dotnet.Run(_folder, "build", "-c", "Release", "-o", "out", "-v", "q", "--nologo", NoAnalyzers);
            _isBuilt = true;
        }
    }

    private static string VersionOf(string package, string akka) => package.StartsWith("AkkaInstrumentation", StringComparison.Ordinal)
        ? PackedFixture.Version
        : Regex.Match(Repo.Read("Directory.Packages.props"),
            $"\"{Regex.Escape(package)}\" Version=\"([^\"]*)\"").Groups[1].Value.Replace("$(AkkaVersion)", akka, StringComparison.Ordinal)
            .Replace("$(AkkaClusterVersion)", akka == BuiltWith.AkkaNewest ? BuiltWith.AkkaClusterNewest : akka, StringComparison.Ordinal);
}
