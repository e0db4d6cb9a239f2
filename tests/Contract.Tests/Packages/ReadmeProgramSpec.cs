using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The README's program: a new web project with exactly this text and the packages that the README adds, without OpenTelemetry's and with them.
/// </summary>
[Collection(PackagesCollection.Name)]
public sealed class ReadmeProgramSpec(PackedFixture packed)
{
    private static readonly Regex Marked = new(@"<!-- program -->\n```csharp\n(?<text>.*?)\n```\n<!-- end program -->", RegexOptions.Singleline);
    private static readonly Regex MarkedToExport = new(
        @"<!-- export -->\n```csharp\n(?<text>.*?)\n```\n<!-- end export -->",
        RegexOptions.Singleline);
    private static readonly Regex Exporter = new(@"`(OpenTelemetry\.[\w.]+)`");
    private static readonly Regex Added = new(@"^    dotnet add package (\S+)$", RegexOptions.Multiline);
    private const string Document = "README.md";

    [PackageFact]
    public Task A_new_web_project_with_the_readmes_program_answers_and_shows_the_trace_on_its_page() =>
        AnswersAndShowsTheTrace("shop", Program, Packages, spans: 3);

    [PackageFact]
    public Task One_that_exports_as_the_readme_says_does_so_too()
    {
        var parts = Export.Split("\n\n", 2);
        var program = $"{parts[0]}\n{Program.Replace("var app =", $"{parts[1]}\nvar app =", StringComparison.Ordinal)}";
        return AnswersAndShowsTheTrace("exporting-shop", program, [.. Packages, .. Exporters], spans: 2);
    }

    // With the request, if nobody else collects: otherwise the page shows what others sample.
    private async Task AnswersAndShowsTheTrace(string name, string program, IReadOnlyList<string> packages, int spans)
    {
        var project = StrangerProject.Create(packed, name, BuiltWith.AkkaFloor, "Microsoft.NET.Sdk.Web", packages);
        project.Write("Program.cs", program);
        using var shop = project.Start(("ASPNETCORE_ENVIRONMENT", "Development"), ("ASPNETCORE_URLS", "http://127.0.0.1:0"));
        using var browser = new HttpClient { BaseAddress = new Uri((await shop.Line("Now listening on:")).Split(": ", 2)[1].Trim()) };

        Assert.Contains("<html", await browser.GetStringAsync("/akka/"), StringComparison.OrdinalIgnoreCase);
        await Eventually.True(async () =>
        {
            // an order while the page is open: traces are taken while a page is open
            Assert.Equal("tea is in stock", await browser.GetStringAsync("/order/tea"));
            var traces = await browser.GetFromJsonAsync<JsonElement>("/akka/api/v1/traces");
            return traces.GetProperty("traces").EnumerateArray().Any(trace => trace.GetProperty("spans").GetInt32() == spans);
        });
    }

    private static string Program => Marked.Match(Repo.Read(Document)).Groups["text"].Value;

    private static string Export => MarkedToExport.Match(Repo.Read(Document)).Groups["text"].Value;

    private static IReadOnlyList<string> Exporters => [.. Exporter.Matches(Repo.Read(Document)).Select(match => match.Groups[1].Value)];

    private static IReadOnlyList<string> Packages => [.. Added.Matches(Repo.Read(Document)).Select(match => match.Groups[1].Value)];
}
