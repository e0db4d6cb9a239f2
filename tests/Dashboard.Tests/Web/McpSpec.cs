using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;
using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests;

/// <summary>An agent asks, by the protocol's own client.</summary>
public sealed class McpSpec(ITestOutputHelper transcript)
{
    private sealed record Order;

    /// <summary>As an agent does it: each question takes what the answer before has named.</summary>
    [Fact]
    public async Task It_goes_from_the_question_what_is_wrong_to_the_cause_by_what_the_answers_name()
    {
        await using var host = await Open("akka.instrumentation.blocking.threshold = 50ms");
        await using var agent = await Connect(host);
        Assert.StartsWith("healthy:", await Ask(agent, "akka_status"), StringComparison.Ordinal); // traces are taken from the first question on
        using var release = new ManualResetEventSlim();
        var clerk = host.System.System.ActorOf(Handler.Props((_, _) => release.Wait()), "clerk");
        var desk = host.System.System.ActorOf(Handler.Props((_, message) => clerk.Tell(message)), "desk");
        desk.Tell(new Order());
        try
        {
            await Eventually.True(async () => (await Ask(agent, "akka_status")).Contains("kind=blocking", StringComparison.Ordinal));
            var status = await Ask(agent, "akka_status");
            Assert.StartsWith("degraded:", status, StringComparison.Ordinal);
            Assert.Contains("subject=/user/clerk", status, StringComparison.Ordinal);
            Assert.EndsWith("Next: akka_why.", status, StringComparison.Ordinal);

            await Eventually.True(async () => (await Ask(agent, "akka_why")).Contains("kind=blocked_thread", StringComparison.Ordinal));
            var why = await Ask(agent, "akka_why");
            Assert.Contains("subject=/user/clerk", why, StringComparison.Ordinal);
            Assert.Contains("evidence: ", why, StringComparison.Ordinal);
            Assert.Contains("next step: ", why, StringComparison.Ordinal);

            var work = await Ask(agent, "akka_at_work");
            Assert.Contains("actorPath=/user/clerk, messageType=McpSpec.Order", work, StringComparison.Ordinal);
        }
        finally
        {
            release.Set();
        }

        await Eventually.True(async () => (await Ask(agent, "akka_traces", ("actorType", "Handler"))).Contains("- id=", StringComparison.Ordinal));
        var id = (await Ask(agent, "akka_traces", ("actorType", "Handler"))).Split("- id=")[1].Split(',')[0];
        Assert.Contains("messageType=McpSpec.Order", await Ask(agent, "akka_trace", ("id", id)), StringComparison.Ordinal);
        Assert.Contains("trace = sampled",
            await Ask(agent, "akka_explain", ("path", "/user/clerk"), ("messageType", "McpSpec.Order")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_tool_only_reads_and_answers_without_arguments_or_names_what_it_needs()
    {
        await using var host = await Open();
        await using var agent = await Connect(host);
        var tools = await agent.ListToolsAsync();
        Assert.Equal(15, tools.Count);
        Assert.All(tools, tool => Assert.True(tool.ProtocolTool.Annotations is { ReadOnlyHint: true, OpenWorldHint: false }));
        foreach (var tool in tools.Where(tool => tool.Name is not ("akka_trace" or "akka_explain")))
        {
            var text = await Ask(agent, tool.Name);
            Assert.Contains("\nNext: ", text, StringComparison.Ordinal);
            Assert.True(text.Length <= JsonText.MaxLength + 500, tool.Name);
        }

        // what is not there is said in the page's words, as an error that the agent can read
        var missing = await agent.CallToolAsync("akka_trace", new Dictionary<string, object?> { ["id"] = "0" });
        Assert.True(missing.IsError);
        Assert.Contains("There is none.", Assert.IsType<TextContentBlock>(Assert.Single(missing.Content)).Text, StringComparison.Ordinal);
    }

    /// <summary>The page's token would let an agent change settings.</summary>
    [Fact]
    public async Task The_settings_have_no_token()
    {
        await using var host = await Open();
        await using var agent = await Connect(host);
        var token = (await host.Get("settings")).GetProperty("token").GetString()!;
        Assert.NotEqual("", token);
        var text = await Ask(agent, "akka_settings");
        Assert.Contains("tracing.sampling.ratio", text, StringComparison.Ordinal);
        Assert.DoesNotContain(token, text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_text_has_an_end_however_many_actors_there_are()
    {
        await using var host = await Open();
        await using var agent = await Connect(host);
        for (var i = 0; i < 500; i++)
        {
            host.System.System.ActorOf(Handler.Fallible, $"{new string('x', 900)}-{i}");
        }

        var text = await Ask(agent, "akka_actors");
        Assert.True(text.Length <= JsonText.MaxLength + 500);
        Assert.Contains("lines are left out", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_pages_policy_decides()
    {
        await using var host = await DashboardHost.Start(
            dashboard => dashboard.WithMcp().RequireAuthorization(policy => policy.RequireUserName("ada")),
            services: services =>
            {
                services.AddAkkaMcp();
                services.AddAuthentication("header")
                    .AddScheme<Microsoft.AspNetCore.Authentication.AuthenticationSchemeOptions, HeaderAuthentication>("header", null);
                services.AddAuthorization();
            });
        Assert.Equal(HttpStatusCode.Unauthorized, (await host.Client.PostAsync("mcp", Initialize())).StatusCode);
        host.Client.DefaultRequestHeaders.Add(HeaderAuthentication.Header, "bob");
        Assert.Equal(HttpStatusCode.Forbidden, (await host.Client.PostAsync("mcp", Initialize())).StatusCode);
        host.Client.DefaultRequestHeaders.Remove(HeaderAuthentication.Header);
        host.Client.DefaultRequestHeaders.Add(HeaderAuthentication.Header, "ada");
        await using var agent = await Connect(host);
        Assert.StartsWith("healthy:", await Ask(agent, "akka_status"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Outside_of_development_it_answers_404_without_a_policy_and_in_development_to_localhost_only()
    {
        await using var closed = await DashboardHost.Start(dashboard => dashboard.WithMcp(), services: services => services.AddAkkaMcp());
        Assert.Equal(HttpStatusCode.NotFound, (await closed.Client.PostAsync("mcp", Initialize())).StatusCode);

        await using var open = await DashboardHost.Start(
            dashboard => dashboard.WithMcp(), "Development", services: services => services.AddAkkaMcp());
        using var request = new HttpRequestMessage(HttpMethod.Post, "mcp") { Content = Initialize() };
        request.Headers.Host = "example.com";
        Assert.Equal(HttpStatusCode.Forbidden, (await open.Client.SendAsync(request)).StatusCode);
    }

    /// <summary>An application with an MCP server of its own has the tools there too, without the page's policy.</summary>
    [Fact]
    public async Task At_another_address_of_the_application_the_tools_refuse()
    {
        await using var host = await DashboardHost.Start(
            dashboard => dashboard.WithMcp(), services: services => services.AddAkkaMcp(), pipeline: app => app.MapMcp("/akka/other"));
        await using var agent = await Connect(host, "other");
        var answer = await agent.CallToolAsync("akka_status");
        Assert.True(answer.IsError);
        Assert.Contains("at the address of the dashboard only", Assert.IsType<TextContentBlock>(Assert.Single(answer.Content)).Text,
            StringComparison.Ordinal);
    }

    /// <summary>An agent that asks without end takes no more of the processor than a page that does.</summary>
    [Fact]
    public async Task The_pages_budget_refuses_an_agent_that_asks_for_too_much()
    {
        await using var host = await Open();
        await using var agent = await Connect(host);
        await Ask(agent, "akka_status");
        host.Budget.Spend("somebody", 2 * AnswerBudget.Full, Stopwatch.GetTimestamp());
        var refused = await agent.CallToolAsync("akka_traces");
        Assert.True(refused.IsError);
        Assert.Contains("tenth of a processor", Assert.IsType<TextContentBlock>(Assert.Single(refused.Content)).Text, StringComparison.Ordinal);
    }

    private static Task<DashboardHost> Open(string hocon = "") => DashboardHost.Start(
        dashboard => dashboard.WithMcp().AllowAnonymous(),
        hocon: hocon,
        services: services =>
        {
            services.AddAkkaMcp();
            services.AddAuthorizationBuilder().AddPolicy("everybody", policy => policy.RequireAssertion(_ => true));
        },
        options: options => options.ChangePolicy = "everybody");

    private static Task<McpClient> Connect(DashboardHost host, string path = "mcp") => McpClient.CreateAsync(
        new HttpClientTransport(new() { Endpoint = new Uri(host.Client.BaseAddress!, path) }, host.Client, ownsHttpClient: false));

    private async Task<string> Ask(McpClient agent, string tool, params (string Name, string Value)[] arguments)
    {
        var answer = await agent.CallToolAsync(tool, arguments.ToDictionary(argument => argument.Name, object? (argument) => argument.Value));
        var text = Assert.IsType<TextContentBlock>(Assert.Single(answer.Content)).Text;
        transcript.WriteLine($"> {tool} {string.Join(", ", arguments)}\n{text}\n");
        Assert.False(answer.IsError ?? false, text);
        return text;
    }

    private static StringContent Initialize() => new(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
        """,
        System.Text.Encoding.UTF8,
        "application/json");
}
