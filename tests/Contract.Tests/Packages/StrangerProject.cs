using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>A project outside the repository, of somebody who has the packages and not the sources.</summary>
internal sealed class StrangerProject
{
    private const string Newest = "net10.0";

    private readonly string _folder;
    private readonly bool _hasRuntime;

    private StrangerProject(string folder, bool hasRuntime) => (_folder, _hasRuntime) = (folder, hasRuntime);

    /// <param name="packed">The packages.</param>
    /// <param name="name">Of the folder.</param>
    /// <param name="akka">The version of Akka.Hosting.</param>
    /// <param name="sdk">Of the project.</param>
    /// <param name="packages">What it refers to besides Akka.Hosting: ours, and others in the version of this repository or in one behind a space.</param>
    /// <param name="framework">Of the project.</param>
    public static StrangerProject Create(
        PackedFixture packed, string name, string akka, string sdk, IReadOnlyList<string> packages, string framework = Newest)
    {
        var hasRuntime = framework != Newest;
        var project = new StrangerProject(Directory.CreateDirectory(Path.Combine(packed.Folder, name)).FullName, hasRuntime);
        var references = packages.Append($"Akka.Hosting {akka}").Select(package => package.Split(' '))
            .Select(package => $"""<PackageReference Include="{package[0]}" Version="{package.ElementAtOrDefault(1) ?? VersionOf(package[0], akka)}" />""");
        foreach (var file in Directory.GetFiles(Repo.PathOf("tests/Contract.Tests/Packages/Stranger"), "*.txt"))
        {
            var text = File.ReadAllText(file)
                .Replace("{Sdk}", sdk, StringComparison.Ordinal)
                .Replace("{Framework}", framework, StringComparison.Ordinal)
                .Replace("{HasRuntime}", hasRuntime ? "true" : "false", StringComparison.Ordinal)
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
                <MSBuild Projects="@(Stranger)" Targets="Restore" Properties="MSBuildRestoreSessionId=strangers" />
                <MSBuild Projects="@(Stranger)" Targets="Build" />
              </Target>
            </Project>
            """);
        Dotnet.Run(folder, "msbuild", "strangers.proj", "-m:1", "-v:q", "-nologo", "-p:Configuration=Release", "-p:OutDir=out/", "-p:RunAnalyzers=false");
    }

    public void Write(string file, string text) => File.WriteAllText(Path.Combine(_folder, file), text);

    /// <summary>Runs it to its end, and returns what it has printed.</summary>
    public string Run() =>
        _hasRuntime ? Dotnet.RunProgram(_folder, Path.Combine(_folder, "out", OwnProgram)) : Dotnet.Run(_folder, Program);

    public ProgramUnderTest Start(params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo("dotnet", [Program]) { WorkingDirectory = _folder, RedirectStandardInput = true };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        return ProgramUnderTest.Start(start);
    }

    private static string OwnProgram => OperatingSystem.IsWindows() ? "Stranger.exe" : "Stranger";

    private static string Program => Path.Combine("out", "Stranger.dll");

    private static string VersionOf(string package, string akka) => package.StartsWith("AkkaInstrumentation", StringComparison.Ordinal)
        ? PackedFixture.Version
        : Regex.Match(Repo.Read("Directory.Packages.props"),
            $"\"{Regex.Escape(package)}\" Version=\"([^\"]*)\"").Groups[1].Value.Replace("$(AkkaVersion)", akka, StringComparison.Ordinal)
            .Replace("$(AkkaClusterVersion)", akka == BuiltWith.AkkaNewest ? BuiltWith.AkkaClusterNewest : akka, StringComparison.Ordinal);
}
