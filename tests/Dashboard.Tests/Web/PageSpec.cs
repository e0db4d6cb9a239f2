using System.IO.Compression;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Builder;

namespace AkkaInstrumentation.Tests;

/// <summary>The page and its files. How it looks and behaves is tested in a browser, with the sample.</summary>
public sealed class PageSpec
{
    private static readonly Regex Named = new(@"assets/[0-9A-F]{16}/([\w./-]+)");
    private static readonly Regex Import = new(@"(?:from ?|import\()['""](\.[\w./-]+\.js)['""]");

    // The groups of the navigation.
    private static readonly Regex Groups = new(@"^  \{ ([\w, ]+) \},$", RegexOptions.Multiline);

    // What comes with the map, and with the first chart.
    private static readonly string[] Later = ["vendor/dagre.js", "vendor/uplot.js", "components/chart.js"];
    private static readonly Regex Html = new(@"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function");

    [Fact]
    public async Task The_page_has_no_inline_script_or_style_and_loads_nothing_from_elsewhere()
    {
        await using var host = await DashboardHost.Open();
        var html = await host.Client.GetStringAsync("");

        Assert.DoesNotMatch(@"<script(?![^>]*\bsrc=)", html);
        Assert.DoesNotMatch(@"<style|\sstyle=", html);
        Assert.DoesNotMatch(@"\son\w+=", html);
        Assert.DoesNotContain("//", html.Replace("<!doctype", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.DoesNotContain("{version}", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_answer_has_a_strict_policy()
    {
        await using var host = await DashboardHost.Open();
        foreach (var address in new[] { "", "api/v1/overview", "api/v1/settings", $"assets/{PageFiles.All.Version}/app.js" })
        {
            using var response = await host.Client.GetAsync(address);
            var policy = response.Headers.GetValues("Content-Security-Policy").Single();
            Assert.StartsWith("default-src 'none'; script-src 'self'; style-src 'self';", policy, StringComparison.Ordinal);
            Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
            Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
            Assert.EndsWith("require-trusted-types-for 'script'; trusted-types 'none'", policy, StringComparison.Ordinal);
            Assert.Equal("nosniff", response.Headers.GetValues("X-Content-Type-Options").Single());
        }
    }

    [Fact]
    public async Task Every_file_that_the_page_and_its_modules_name_is_there_and_is_kept_by_browsers()
    {
        await using var host = await DashboardHost.Open();
        var named = Named.Matches(await host.Client.GetStringAsync("")).Select(match => match.Groups[1].Value).ToHashSet();
        var open = new Stack<string>(named);
        while (open.TryPop(out var name))
        {
            using var response = await host.Client.GetAsync($"assets/{PageFiles.All.Version}/{name}");
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal("public, max-age=31536000, immutable", response.Headers.CacheControl?.ToString());
            foreach (var import in Import.Matches(await response.Content.ReadAsStringAsync())
                .Select(match => new Uri(new Uri($"http://page/{name}"), match.Groups[1].Value).AbsolutePath[1..]).Where(named.Add))
            {
                open.Push(import);
            }
        }

        Assert.Equal(PageFiles.All.Names.Order(), named.Order());
    }

    [Fact]
    public async Task The_address_without_a_slash_leads_to_the_page()
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Client.GetAsync("../akka");
        Assert.Equal("/akka/", response.RequestMessage!.RequestUri!.AbsolutePath);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task The_address_of_a_view_without_the_hash_leads_to_it()
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous(), pattern: "/ops/akka");
        using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });
        foreach (var (asked, leads) in new[] { ("traces?order=failed", "/ops/akka/#/traces?order=failed"), ("threads/", "/ops/akka/#/threads") })
        {
            var address = new Uri(host.Client.BaseAddress!, $"/ops/akka/{asked}");
            using var response = await client.GetAsync(address);
            Assert.Equal(leads, new Uri(address, response.Headers.Location!).PathAndQuery + new Uri(address, response.Headers.Location!).Fragment);
        }

        using var unknown = await client.GetAsync(new Uri(host.Client.BaseAddress!, "/ops/akka/nothing"));
        Assert.Equal(HttpStatusCode.NotFound, unknown.StatusCode);
        var views = Groups.Matches(Text("views/views.js")).SelectMany(group => group.Groups[1].Value.Split(", ")).Append("type");
        Assert.Equal(PageFiles.Views.Order(), views.Order());
    }

    /// <summary>
    /// What is loaded at first: at most 400 kB, and 130 kB for a browser that takes gzip. The layout of the map comes with the map, the library that
    /// draws charts with the first chart.
    /// </summary>
    [Fact]
    public void The_first_load_is_small()
    {
        var files = PageFiles.All.Names.Where(name => !Later.Contains(name))
            .Select(name => PageFiles.All.Find(PageFiles.All.Version, name)!).Append(PageFiles.All.Page).ToList();
        Assert.InRange(files.Sum(file => file.Content.Length), 1, 400_000);
        Assert.InRange(files.Sum(file => file.Compressed.Length), 1, 130_000);
    }

    [Theory]
    [InlineData("gzip, br", "gzip")]
    [InlineData("br;q=1, gzip;q=0", "")]
    [InlineData("", "")]
    public async Task A_file_is_compressed_for_a_browser_that_takes_it_so(string accepted, string coding)
    {
        await using var host = await DashboardHost.Open();
        using var request = new HttpRequestMessage(HttpMethod.Get, $"assets/{PageFiles.All.Version}/app.js");
        request.Headers.TryAddWithoutValidation("Accept-Encoding", accepted);
        using var response = await host.Client.SendAsync(request);
        Assert.Equal(coding, string.Join(',', response.Content.Headers.ContentEncoding));
        Assert.Equal("Accept-Encoding", response.Headers.Vary.Single());
        var content = new MemoryStream(await response.Content.ReadAsByteArrayAsync());
        using var text = new StreamReader(coding.Length > 0 ? new GZipStream(content, CompressionMode.Decompress) : content);
        Assert.Equal(Text("app.js"), await text.ReadToEndAsync());
    }

    /// <summary>A proxy may have taken a part off the front of the path, which the application then does not know.</summary>
    [Fact]
    public async Task The_redirect_to_the_slash_is_relative()
    {
        await using var host = await DashboardHost.Start(dashboard => dashboard.AllowAnonymous(), pattern: "/ops/akka");
        using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });
        using var response = await client.GetAsync(new Uri(host.Client.BaseAddress!, "/ops/akka?a=b"));
        Assert.Equal("./akka/?a=b", response.Headers.Location?.OriginalString);
    }

    /// <summary>The libraries have ways to set HTML that nobody here goes; a browser would refuse it.</summary>
    [Fact]
    public void No_script_uses_what_the_policy_forbids() =>
        Assert.All(Own(".js"), name =>
        {
            Assert.DoesNotMatch(Html, Text(name));
            Assert.DoesNotContain("dangerouslySetInnerHTML", Text(name), StringComparison.Ordinal);
        });

    [Fact]
    public void The_libraries_name_their_version_and_have_their_license_in_front() =>
        Assert.All(PageFiles.All.Names.Where(name => name.StartsWith("vendor/", StringComparison.Ordinal)), name => Assert.Matches(@"^/\* [@\w/]+ \d+\.\d+\.\d+, .+ as published[\s\S]+(?:Copyright|License)", Text(name)));

    [Fact]
    public void Scripts_and_styles_have_lines_of_at_most_120_characters_and_scripts_are_checked_by_their_types()
    {
        Assert.Empty(Own("").SelectMany(name => Text(name).Split('\n').Where(line => line.Length > 120).Select(line => $"{name}: {line}")));
        Assert.All(Own(".js"), name => Assert.Contains("\n// @ts-check\n", Text(name), StringComparison.Ordinal));
    }

    private static IEnumerable<string> Own(string ending) => PageFiles.All.Names.Where(name =>
        !name.StartsWith("vendor/", StringComparison.Ordinal) && !name.EndsWith(".svg", StringComparison.Ordinal)
        && name.EndsWith(ending, StringComparison.Ordinal));

    private static string Text(string name) => Encoding.UTF8.GetString(PageFiles.All.Find(PageFiles.All.Version, name)!.Content);
}
