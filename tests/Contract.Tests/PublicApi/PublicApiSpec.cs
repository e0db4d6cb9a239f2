using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;
using PublicApiGenerator;

namespace AkkaInstrumentation.Tests;

/// <summary>Public is a promise: what users can see changes only together with the approved text beside this file.</summary>
public sealed class PublicApiSpec
{
    // CS1570 to CS1592 are the compiler's words about xmldoc
    private static readonly Regex Suppression = new(@"\b(CS)?15(7\d|8\d|9[0-2])\b|GenerateDocumentationFile>false|TreatWarningsAsErrors>false");
    private const string Folder = "tests/Contract.Tests/PublicApi";

    // by itself it leaves out the namespaces of the platform, in which extension methods are found
    private static readonly ApiGeneratorOptions Options = new()
    {
        IncludeAssemblyAttributes = false, DenyNamespacePrefixes = [], ExcludeAttributes = [typeof(DynamicDependencyAttribute).FullName!],
    };

    public static TheoryData<string> Assemblies => [.. Product.Assemblies.Select(assembly => assembly.GetName().Name!)];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void The_public_surface_is_the_approved_one(string assembly)
    {
        var actual = Product.Assemblies.Single(candidate => candidate.GetName().Name == assembly)
            .GeneratePublicApi(Options)
            .ReplaceLineEndings("\n") + "\n";
        var file = $"{Folder}/{assembly}.txt";
        if (Environment.GetEnvironmentVariable("APPROVE") == "1")
        {
            File.WriteAllText(Repo.PathOf(file), actual);
        }

        var approved = File.Exists(Repo.PathOf(file)) ? Repo.Read(file) : "";
        Assert.True(actual == approved, $"The public API of {assembly} is not that of {file}.\n{Difference(approved, actual)}\n"
            + "If this is meant: APPROVE=1 dotnet test tests/Contract.Tests, read the difference in git, commit it with a line in CHANGELOG.md.");
    }

    [Fact]
    public void No_approved_text_is_left_of_an_assembly_that_is_gone() =>
        Assert.Equal(
            Product.Assemblies.Select(assembly => $"{assembly.GetName().Name}.txt").Order(StringComparer.Ordinal),
            Directory.GetFiles(Repo.PathOf(Folder), "*.txt").Select(Path.GetFileName).Order(StringComparer.Ordinal));

    [Fact]
    public void Every_project_under_src_is_a_shipped_assembly() =>
        Assert.Equal(
            Directory.GetFiles(Repo.PathOf("src"), "*.csproj", SearchOption.AllDirectories)
                .Select(file => $"AkkaInstrumentation.{Path.GetFileNameWithoutExtension(file)}").Order(StringComparer.Ordinal),
            Product.Assemblies.Select(assembly => assembly.GetName().Name).Order(StringComparer.Ordinal));

    // the compiler demands xmldoc of public members; this finds where that demand is suppressed
    [Fact]
    public void Nobody_suppressed_the_demand_for_xmldoc()
    {
        var files = new[] { "*.cs", "*.csproj", "*.props", "*.targets", ".editorconfig", ".globalconfig" }
            .SelectMany(pattern => Directory.GetFiles(Repo.PathOf("src"), pattern, SearchOption.AllDirectories))
            .Concat(Directory.GetFiles(Repo.Root, "Directory.*"))
            .Concat(Directory.GetFiles(Repo.Root, ".*config"));
        Assert.All(files, file => Assert.DoesNotMatch(Suppression, File.ReadAllText(file)));
        Assert.Contains("<GenerateDocumentationFile>true</GenerateDocumentationFile>", Repo.Read("Directory.Build.props"), StringComparison.Ordinal);
        Assert.Contains("<TreatWarningsAsErrors>true</TreatWarningsAsErrors>", Repo.Read("Directory.Build.props"), StringComparison.Ordinal);
    }

    [Fact]
    public void No_xmldoc_is_empty_or_to_be_written() =>
        Assert.All(Product.Assemblies.SelectMany(Product.Members), member =>
        {
            Assert.True(member.Value.Trim().Length > 0 || member.Descendants("inheritdoc").Any(), $"{member.Attribute("name")} is empty");
            Assert.DoesNotMatch(@"\b(TBD|TODO)\b", member.Value);
        });

    private static string Difference(string approved, string actual)
    {
        var (before, now) = (approved.Split('\n'), actual.Split('\n'));
        return string.Join('\n', before.Except(now).Select(line => $"- {line}").Concat(now.Except(before).Select(line => $"+ {line}")));
    }
}
