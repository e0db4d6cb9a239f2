using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>What is in the packages and what they ask for.</summary>
[Collection(PackagesCollection.Name)]
public sealed class PackageContentSpec(PackedFixture packed)
{
    private const string Core = "AkkaInstrumentation";
    private const string Hosting = "AkkaInstrumentation.Hosting";
    private const string Dashboard = "AkkaInstrumentation.Dashboard";
    private const string Aspire = "AkkaInstrumentation.Aspire";
    private const string Mcp = "AkkaInstrumentation.Mcp";
    private const string Remote = "AkkaInstrumentation.Remote";
    private const string Cluster = "AkkaInstrumentation.Cluster";
    private const string Streams = "AkkaInstrumentation.Streams";
    private const string Testing = "AkkaInstrumentation.Testing";

    // The dashboard asks for no other package than the core, and what tests use for no test framework.
    private static readonly (string Id, string[] Assemblies, string[] Needs)[] Expected =
    [
        (Core, ["Dispatcher", "Insight", "Mailbox", "Persistence", "Telemetry"], [$"Akka {BuiltWith.AkkaFloor}", "System.Diagnostics.DiagnosticSource 10.0.0"]),
        (Hosting, ["Hosting"],
        [
            $"{Core} [{PackedFixture.Version}]", $"Akka.Hosting {BuiltWith.AkkaFloor}", "Microsoft.Extensions.Diagnostics.HealthChecks 9.0.0",
            "Microsoft.Extensions.Hosting 8.0.1", "OpenTelemetry 1.15.3",
        ]),
        (Dashboard, ["Dashboard"], [$"{Core} [{PackedFixture.Version}]"]),
        (Aspire, ["Aspire"], ["Aspire.Hosting 13.6.5"]),
        (Mcp, ["Mcp"], [$"{Dashboard} [{PackedFixture.Version}]", "ModelContextProtocol.AspNetCore 2.4.0"]),
        (Testing, ["Testing"], [$"{Core} [{PackedFixture.Version}]"]),
        ("AkkaInstrumentation.Stacks", ["Stacks"],
        [
            $"{Core} [{PackedFixture.Version}]", "Microsoft.Diagnostics.NETCore.Client 0.2.750501", "Microsoft.Diagnostics.Tracing.TraceEvent 4.0.0",
        ]),
        (Streams, ["Streams"], [$"{Core} [{PackedFixture.Version}]", $"Akka.Streams {BuiltWith.AkkaFloor}"]),
        (Remote, ["Remote"], [$"{Core} [{PackedFixture.Version}]", $"Akka.Remote {BuiltWith.AkkaFloor}"]),
        (Cluster, ["Cluster"], [$"{Remote} [{PackedFixture.Version}]", $"Akka.Cluster.Sharding {BuiltWith.AkkaFloor}"]),
    ];

    private IEnumerable<string> Ids => Directory.GetFiles(packed.Packages, "*.nupkg")
        .Select(file => Path.GetFileName(file).Replace($".{PackedFixture.Version}.nupkg", "", StringComparison.Ordinal));

    [PackageFact]
    public void A_package_has_its_assemblies_and_asks_for_exactly_what_they_need() => Assert.All(Expected, expected =>
    {
        var package = packed.Package(expected.Id);
        var files = expected.Assemblies.SelectMany(name => new[] { $"lib/net8.0/{Core}.{name}.dll", $"lib/net8.0/{Core}.{name}.xml" });
        Assert.Equal(["README.md", "icon.png", .. files], package.Files);
        Assert.Equal(expected.Needs.Order(StringComparer.Ordinal), package.Dependencies.Order(StringComparer.Ordinal));
    });

    [PackageFact]
    public void The_start_up_hook_is_a_folder_with_what_the_application_may_lack()
    {
        var package = packed.Package("AkkaInstrumentation.AutoInstrumentation");
        string[] needed = ["akka.config", "THIRD-PARTY-NOTICES.txt", "AkkaInstrumentation.AutoInstrumentation.dll", "AkkaInstrumentation.Hosting.dll",
            "AkkaInstrumentation.Cluster.dll", "OpenTelemetry.dll"];
        Assert.All(needed, file => Assert.Contains($"hook/{file}", package.Files));
        Assert.DoesNotContain(package.Files, file => file.StartsWith("hook/Akka.", StringComparison.Ordinal)
            || file.Contains("DiagnosticSource", StringComparison.Ordinal));
        Assert.Equal(
            [$"{Dashboard} [{PackedFixture.Version}]", $"{Hosting} [{PackedFixture.Version}]", "OpenTelemetry.Exporter.OpenTelemetryProtocol 1.20.1"],
            package.Dependencies.Order(StringComparer.Ordinal));
    }

    [PackageFact]
    public void Symbols_of_every_assembly_are_in_the_symbols_package() =>
        Assert.All(Ids, id => Assert.Equal(
            packed.Package(id).Files.Where(IsAssembly).Select(file => Path.ChangeExtension(file, ".pdb")),
            packed.Package(id, "snupkg").Files));

    [PackageFact]
    public void Packages_ask_for_each_other_in_one_version_and_for_nothing_that_is_not_packed()
    {
        var allowed = Ids.Select(id => $"{id} [{PackedFixture.Version}]").ToHashSet();
        Assert.All(Ids.SelectMany(id => packed.Package(id).Dependencies).Where(dependency => dependency.StartsWith(Core, StringComparison.Ordinal)),
            dependency => Assert.Contains(dependency, allowed));
    }

    [PackageFact]
    public void The_documents_table_has_each_package_and_what_they_need()
    {
        var rows = Markdown.Table("docs/getting-started.md", "## Packages");
        Assert.Equal(Ids.Order(StringComparer.Ordinal), rows.Select(row => Markdown.Plain(row["package"])).Order(StringComparer.Ordinal));
        var asked = Ids.SelectMany(id => packed.Package(id).Dependencies).Select(dependency => $"{dependency} ").ToHashSet();
        Assert.All(
            rows.SelectMany(row => row["needs"].Split(", ")).Where(need => need != "ASP.NET Core"),
            need => Assert.Contains(asked, dependency => dependency.StartsWith($"{need} ", StringComparison.Ordinal)));
    }

    [PackageFact]
    public void A_package_has_what_a_gallery_shows() =>
        Assert.All(Ids.Select(id => packed.Package(id)), package =>
        {
            Assert.Equal("Apache-2.0", package.Metadata("license")!.Value);
            Assert.Equal("expression", package.Metadata("license")!.Attribute("type")!.Value);
            Assert.Equal("README.md", package.Metadata("readme")!.Value);
            Assert.Equal("icon.png", package.Metadata("icon")!.Value);
            Assert.Superset(new HashSet<string> { "akka.net", "opentelemetry" }, package.Metadata("tags")!.Value.Split(' ').ToHashSet());
            Assert.EndsWith(".", package.Metadata("description")!.Value, StringComparison.Ordinal);
            Assert.NotEmpty(package.Metadata("authors")!.Value);
            Assert.NotEmpty(package.Metadata("copyright")!.Value);
            Assert.StartsWith("## ", package.Metadata("releaseNotes")!.Value, StringComparison.Ordinal);
        });

    /// <summary>The remote of a clone gives the address; the repository itself has none.</summary>
    [PackageFact]
    public void Where_the_repositorys_address_is_known_a_package_leads_there()
    {
        const string Address = "https://code.example/shop/akka-instrumentation";
        var folder = packed.Pack("addressed", "Testing", $"-p:RepositoryUrl={Address}.git");
        var package = new PackageFile(Path.Combine(folder, $"{Testing}.{PackedFixture.Version}.nupkg"));
        Assert.Equal(Address, package.Metadata("projectUrl")!.Value);
        var (repository, commit) = (package.Metadata("repository")!, package.Metadata("repository")!.Attribute("commit")!.Value);
        Assert.Equal(("git", $"{Address}.git"), (repository.Attribute("type")!.Value, repository.Attribute("url")!.Value));
        Assert.Contains($"[Testing]({Address}/blob/{commit}/docs/testing.md)", package.Text("README.md"), StringComparison.Ordinal);
    }

    [PackageFact]
    public void No_address_in_a_package_is_a_machines_folder() =>
        Assert.All(Ids.Select(id => packed.Package(id)), package =>
        {
            var addresses = new[] { package.Metadata("repository")?.Attribute("url")?.Value, package.Metadata("projectUrl")?.Value };
            Assert.All(addresses.OfType<string>(), address => Assert.StartsWith("https://", address, StringComparison.Ordinal));
        });

    [PackageFact]
    public void Release_notes_are_the_latest_section_of_the_changelog()
    {
        var sections = Repo.Read("CHANGELOG.md").Split("\n## ");
        Assert.Equal("## " + sections[1].Trim(), packed.Package(Core).Metadata("releaseNotes")!.Value.ReplaceLineEndings("\n"));
    }

    [PackageFact]
    public void A_package_has_a_readme_of_its_own_without_a_relative_link() => Assert.All(Ids, id =>
    {
        var text = packed.Package(id).Text("README.md").ReplaceLineEndings("\n").TrimEnd();
        Assert.StartsWith($"# {id}\n", text, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"\]\((?![a-z]+:)", text);
        // the lines without a link: nothing that MSBuild reads into a text may be lost
        var folder = id == Core ? "Insight" : id[(Core.Length + 1)..];
        var untouched = Repo.Read($"src/{folder}/README.md").TrimEnd().Split('\n')
            .Where(line => !line.Contains("](", StringComparison.Ordinal)).ToList();
        Assert.Equal(untouched, text.Split('\n').Where(untouched.Contains));
    });

    [PackageFact]
    public void The_icon_is_a_png_of_128_by_128()
    {
        var icon = packed.Package(Core).Content("icon.png");
        Assert.Equal("PNG", Encoding.ASCII.GetString(icon[1..4]));
        Assert.Equal(new byte[] { 0, 0, 0, 128, 0, 0, 0, 128 }, icon[16..24]);
    }

    [PackageFact]
    public void Packing_twice_gives_the_same_bytes()
    {
        var again = packed.Pack("again");
        Assert.All(Directory.GetFiles(packed.Packages), file =>
            Assert.Equal(new PackageFile(file).Bytes, new PackageFile(Path.Combine(again, Path.GetFileName(file))).Bytes));
    }

    [PackageFact]
    public void Compiling_twice_gives_the_same_assemblies() =>
        Assert.All(Ids.SelectMany(id => packed.Package(id).Files.Where(IsAssembly).Select(file => (id, file))), dll =>
        {
            using var assembly = new PEReader(new MemoryStream(packed.Package(dll.id).Content(dll.file)));
            Assert.Contains(assembly.ReadDebugDirectory(), entry => entry.Type == DebugDirectoryEntryType.Reproducible);
        });

    private static bool IsAssembly(string file) =>
        file.StartsWith("lib/", StringComparison.Ordinal) && file.EndsWith(".dll", StringComparison.Ordinal);
}
