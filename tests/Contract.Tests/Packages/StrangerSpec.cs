using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>A program of somebody else, who has the packages and not this repository.</summary>
[Collection(PackagesCollection.Name)]
public sealed class StrangerSpec(PackedFixture packed)
{
    public static TheoryData<string> Versions => [BuiltWith.AkkaFloor, BuiltWith.AkkaNewest];

    [PackageTheory]
    [MemberData(nameof(Versions))]
    public void A_new_project_installs_the_package_and_gets_the_span_of_a_message(string akka)
    {
        var project = Path.Combine(packed.Folder, $"stranger-{akka}");
        Directory.CreateDirectory(project);
        foreach (var file in Directory.GetFiles(Repo.PathOf("tests/Contract.Tests/Packages/Stranger")))
        {
            var text = File.ReadAllText(file)
                .Replace("{Version}", PackedFixture.Version, StringComparison.Ordinal)
                .Replace("{OpenTelemetry}", CentralVersion("OpenTelemetry.Extensions.Hosting"), StringComparison.Ordinal)
                .Replace("{Packages}", packed.Packages, StringComparison.Ordinal)
                .Replace("{Akka}", akka, StringComparison.Ordinal)
                .Replace("{Cache}", BuiltWith.PackageCache, StringComparison.Ordinal);
            File.WriteAllText(Path.Combine(project, Path.GetFileName(file).Replace(".txt", "", StringComparison.Ordinal)), text);
        }

        Dotnet.Run(project, "build", "-c", "Release", "-o", "out", "-v", "q", "--nologo");
        var printed = Dotnet.Run(project, Path.Combine("out", "Stranger.dll")).ReplaceLineEndings("\n").Split('\n').Where(line => line.StartsWith("> ", StringComparison.Ordinal)).Select(line => line[2..]);

        Assert.Equal(new[] { "process OrderActor", "  akka.message.type = PlaceOrder", "OrderActor <- PlaceOrder: placed", "metric akka.actor.messages" }, printed);
    }

    private static string CentralVersion(string package) =>
        Regex.Match(Repo.Read("Directory.Packages.props"), $"\"{Regex.Escape(package)}\" Version=\"([^\"]*)\"").Groups[1].Value;
}
