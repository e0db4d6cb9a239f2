using System.Net;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>Who sends what to whom, as the dashboard answers.</summary>
public sealed class FlowSpec
{
    [Fact]
    public async Task A_flow_is_answered_as_json_and_as_text()
    {
        await using var host = await DashboardHost.Open();
        var actor = host.System.ActorOf(Handler.Fallible, "one");
        await host.Get("flow");
        actor.Tell("work", ActorRefs.NoSender);
        actor.Tell("fail", ActorRefs.NoSender);

        await Eventually.Passes(() =>
        {
            var flow = Assert.Single(host.Now("flow?window=60").GetProperty("flows").EnumerateArray());
            Assert.Equal(("_none", "String", "Handler"), (flow.GetProperty("sender").GetString(), flow.GetProperty("message").GetString(), flow.GetProperty("receiver").GetString()));
            Assert.Equal((2, 1), (flow.GetProperty("messages").GetInt64(), flow.GetProperty("failures").GetInt64()));
        });
        Assert.StartsWith("flowchart LR\n", await host.Client.GetStringAsync("api/v1/flow?format=mermaid"), StringComparison.Ordinal);
        using var dot = await host.Client.GetAsync("api/v1/flow?format=dot");
        Assert.Equal("text/plain", dot.Content.Headers.ContentType?.MediaType);
        Assert.StartsWith("digraph flow {", await dot.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("window=0")]
    [InlineData("window=-5")]
    [InlineData("window=1e3")]
    [InlineData("window=3601")]
    [InlineData("format=svg")]
    public async Task A_wrong_question_is_refused(string question)
    {
        await using var host = await DashboardHost.Open();
        using var answer = await host.Client.GetAsync($"api/v1/flow?{question}");
        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }
}
