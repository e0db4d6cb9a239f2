using System.Net;
using System.Net.Sockets;
using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>What somebody tries who may not, or who may and means harm.</summary>
public sealed class AttackSpec(AttackSpec.OpenDashboard open) : IClassFixture<AttackSpec.OpenDashboard>
{
    /// <summary>One for all requests that change nothing and get no answer.</summary>
    public sealed class OpenDashboard : IAsyncLifetime
    {
        public DashboardHost Host { get; private set; } = null!;

        public async Task InitializeAsync() => Host = await DashboardHost.Open();

        public async Task DisposeAsync() => await Host.DisposeAsync();
    }

    [Theory]
    [InlineData("X-Akka-Dashboard", null)]
    [InlineData("X-Akka-Dashboard", "00000000000000000000000000000000")]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    [InlineData("Sec-Fetch-Site", "same-site")]
    [InlineData("Sec-Fetch-Site", "none")]
    [InlineData("Origin", "http://evil.example")]
    [InlineData("Origin", "http://127.0.0.1:1")]
    [InlineData("Origin", "null")]
    [InlineData("Origin", "")]
    public async Task A_change_with_other_headers_than_the_pages_is_refused(string header, string? value) => await Refused(request =>
    {
        // the origin is all that an older browser sends
        request.Headers.Remove(header == "Origin" ? "Sec-Fetch-Site" : header);
        if (value is not null)
        {
            request.Headers.TryAddWithoutValidation(header, value);
        }
    });

    [Fact]
    public async Task A_change_as_a_form_sends_it_is_refused() =>
        await Refused(request => request.Content = new StringContent("""{"ratio":0.5}""", Encoding.UTF8, "text/plain"));

    [Fact]
    public async Task A_change_of_the_same_origin_is_made_by_a_browser_that_only_sends_the_origin()
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Change(new { ratio = 0.5 }, request =>
        {
            request.Headers.Remove("Sec-Fetch-Site");
            request.Headers.Add("Origin", host.Client.BaseAddress!.GetLeftPart(UriPartial.Authority));
        });
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(0.5, host.Extension.Control.SamplingRatio);
    }

    [Theory]
    [InlineData("GET")]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    public async Task Only_a_post_changes(string method)
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Change(new { ratio = 0.5 }, request => request.Method = new HttpMethod(method));
        Assert.Equal(HttpStatusCode.MethodNotAllowed, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
    }

    [Fact]
    public async Task A_huge_change_is_refused()
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Change(new { traceFully = new string('a', 100_000) });
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
    }

    /// <summary>A body that never says how long it is, as <see cref="System.Net.Http.Json.JsonContent"/> sends it, is read no further either.</summary>
    [Theory]
    [InlineData(10, HttpStatusCode.BadRequest)]
    [InlineData(100_000, HttpStatusCode.RequestEntityTooLarge)]
    public async Task A_change_without_a_length_is_read_and_limited(int characters, HttpStatusCode status)
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Change(
            new { traceFully = new string('a', characters) }, request => request.Headers.TransferEncodingChunked = true);
        Assert.Equal(status, response.StatusCode);
        using var good = await host.Change(new { ratio = 0.5 }, request => request.Headers.TransferEncodingChunked = true);
        Assert.Equal((HttpStatusCode.OK, 0.5), (good.StatusCode, host.Extension.Control.SamplingRatio));
    }

    [Theory]
    [InlineData("/akka/assets/{0}/../../../../etc/passwd")]
    [InlineData("/akka/assets/{0}/..%2f..%2f..%2fetc%2fpasswd")]
    [InlineData("/akka/assets/{0}/..%5c..%5cweb.config")]
    [InlineData("/akka/assets/{0}/%2e%2e/index.html")]
    [InlineData("/akka/assets/{0}/index.html")]
    [InlineData("/akka/assets/{0}/page/app.js")]
    [InlineData("/akka/assets/{0}/")]
    [InlineData("/akka/assets/../../app.js")]
    [InlineData("/akka/assets/0000000000000000/app.js")]
    public async Task A_path_leads_to_no_other_file(string path)
    {
        // an HttpClient would tidy the path up
        var answer = await Raw(open.Host.Client.BaseAddress!,
            $"GET {path.Replace("{0}", PageFiles.All.Version, StringComparison.Ordinal)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        Assert.Matches("^HTTP/1.1 40[04] ", answer);
    }

    [Theory]
    [InlineData("actors?find=", 201)]
    [InlineData("actors?find=", 7_000)]
    [InlineData("actors?path=/user/", 7_000)]
    [InlineData("actors?after=", 7_000)]
    [InlineData("traces?actor=", 7_000)]
    [InlineData("traces?order=", 7_000)]
    [InlineData("history?type=", 7_000)]
    [InlineData("type?name=", 7_000)]
    [InlineData("failures?actor=", 7_000)]
    [InlineData("explain?path=/user/a&type=", 7_000)]
    [InlineData("flow?format=", 7_000)]
    [InlineData("logs?find=", 201)]
    [InlineData("logs?level=", 7_000)]
    [InlineData("flow?window=", 7_000)]
    [InlineData("flow?window=0")]
    [InlineData("flow?window=-5")]
    [InlineData("flow?window=1e3")]
    [InlineData("flow?window=3601")]
    [InlineData("flow?format=svg")]
    [InlineData("logs?from=yesterday")]
    [InlineData("logs?to=-1")]
    [InlineData("logs?to=99999999999999999999")]
    [InlineData("logs?from=1e9")]
    public async Task A_huge_text_and_a_wrong_value_are_refused(string question, int length = 0)
    {
        using var response = await open.Host.Client.GetAsync($"api/v1/{question}{new string('a', length)}");
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Theory]
    [InlineData("trace?id=", HttpStatusCode.NotFound)]
    [InlineData("flow?nodes=", HttpStatusCode.OK)]
    public async Task A_huge_text_that_names_nothing_is_in_no_answer(string question, HttpStatusCode status)
    {
        await using var host = await DashboardHost.Open();
        var text = new string('a', 7_000);
        using var response = await host.Client.GetAsync($"api/v1/{question}{text}");
        Assert.Equal(status, response.StatusCode);
        Assert.DoesNotContain(text, await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    /// <summary>All types of all assemblies are several hundred kB as a list alone.</summary>
    [Fact]
    public async Task A_type_that_nobody_knows_is_not_looked_for_among_all_types_again()
    {
        await using var host = await DashboardHost.Open();
        Unknown("Beet1");
        var before = GC.GetAllocatedBytesForCurrentThread();
        Unknown("Beet2");
        Unknown("Shop.Beet2");
        Unknown("Beet2, Beet2");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 400_000);

        void Unknown(string name) => Assert.StartsWith(
            $"No loaded type is named {name}.", Assert.Throws<ArgumentException>(() => host.Extension.Insight.Answers.Explain("/user/a",
                name)).Message,
                StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pattern_in_a_search_is_only_text()
    {
        await using var host = await DashboardHost.Open();
        host.System.ActorOf((_, _) => { }, "plain");
        Assert.Empty((await host.Get("actors?find=(.*a){20}b")).GetProperty("actors").EnumerateArray());
        Assert.Single((await host.Get("actors?find=PLAIN")).GetProperty("actors").EnumerateArray());
    }

    [Theory]
    [InlineData("history?type=%00%0d%0aSet-Cookie:%20a=b")]
    [InlineData("type?name=../../etc/passwd")]
    [InlineData("type?name=<script>alert(1)</script>")]
    [InlineData("type?name=")]
    [InlineData("trace?id=")]
    [InlineData("trace?id=../../etc/passwd")]
    [InlineData("trace?id=report%20%0d%0a!%201%201%20{}")]
    [InlineData("trace?id=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    public async Task A_type_or_a_trace_that_is_none_is_not_there(string question)
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Client.GetAsync($"api/v1/{question}");
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.Equal("""{"problem":"There is none."}""", await response.Content.ReadAsStringAsync());
        Assert.False(response.Headers.Contains("Set-Cookie"));
    }

    [Fact]
    public async Task Many_questions_at_once_are_answered_or_refused_and_the_next_one_is_answered()
    {
        await using var host = await DashboardHost.Open();
        var statuses = await Task.WhenAll(Enumerable.Range(0, 1_000).Select(async i =>
        {
            using var response = await host.Client.GetAsync($"api/v1/actors?find={i}");
            return response.StatusCode;
        }));

        Assert.All(statuses, status => Assert.True(status is HttpStatusCode.OK or HttpStatusCode.ServiceUnavailable, $"{status}"));
        Assert.Contains(HttpStatusCode.OK, statuses);
        await Eventually.Passes(() => Assert.Equal("/user", host.Now("actors").GetProperty("path").GetString()));
    }

    [Fact]
    public async Task Silent_connections_do_not_keep_others_out_or_the_observation_alive()
    {
        await using var host = await DashboardHost.Open();
        var address = host.Client.BaseAddress!;
        var idle = new List<TcpClient>();
        try
        {
            for (var i = 0; i < 500; i++)
            {
                var client = new TcpClient();
                idle.Add(client);
                await client.ConnectAsync(address.Host, address.Port);
                await client.GetStream().WriteAsync("GET /akka/api/v1/overview HTTP/1.1\r\n"u8.ToArray());
            }

            Assert.Equal(host.System.Name, (await host.Get("overview")).GetProperty("system").GetString());
        }
        finally
        {
            idle.ForEach(client => client.Dispose());
        }
    }

    private static async Task Refused(Action<HttpRequestMessage> alter)
    {
        await using var host = await DashboardHost.Open();
        using var response = await host.Change(new { ratio = 0.5 }, alter);
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(1, host.Extension.Control.SamplingRatio);
        Assert.Empty(host.Log.Warnings);
    }

    private static async Task<string> Raw(Uri address, string request)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port);
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(request));
        using var reader = new StreamReader(client.GetStream());
        return await reader.ReadToEndAsync();
    }
}
