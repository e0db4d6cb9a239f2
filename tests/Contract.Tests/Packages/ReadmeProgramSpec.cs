using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The README's program: a new web project with exactly this text and the packages that the README adds.</summary>
[Collection(PackagesCollection.Name)]
public sealed partial class ReadmeProgramSpec(PackedFixture packed)
{
    private const string Document = "README.md";

    [PackageFact]
    public async Task A_new_web_project_with_the_readmes_program_answers_and_shows_the_trace_on_its_page()
    {
        var project = StrangerProject.Create(packed, "shop", BuiltWith.AkkaFloor, "Microsoft.NET.Sdk.Web", Packages);
        project.Write("Program.cs", Program);
        using var shop = project.Start(("ASPNETCORE_ENVIRONMENT", "Development"), ("ASPNETCORE_URLS", "http://127.0.0.1:0"));
        using var browser = new HttpClient { BaseAddress = new Uri((await shop.Line("Now listening on:")).Split(": ", 2)[1].Trim()) };

        Assert.Contains("<html", await browser.GetStringAsync("/akka/"), StringComparison.OrdinalIgnoreCase);
        await Eventually.True(async () =>
        {
            // an order while the page is open: traces are taken while a page is open
            Assert.Equal("tea is in stock", await browser.GetStringAsync("/order/tea"));
            var traces = await browser.GetFromJsonAsync<JsonElement>("/akka/api/v1/traces");
            return traces.GetProperty("traces").EnumerateArray().Any(trace => trace.GetProperty("spans").GetInt32() == 2);
        });
    }

    private static string Program => Marked().Match(Repo.Read(Document)).Groups["text"].Value;

    private static IReadOnlyList<string> Packages => [.. Added().Matches(Repo.Read(Document)).Select(match => match.Groups[1].Value)];

    [GeneratedRegex(@"<!-- program -->\n```csharp\n(?<text>.*?)\n```\n<!-- end program -->", RegexOptions.Singleline)]
    private static partial Regex Marked();

    [GeneratedRegex(@"^    dotnet add package (\S+)$", RegexOptions.Multiline)]
    private static partial Regex Added();
}
