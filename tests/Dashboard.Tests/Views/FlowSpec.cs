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
            Assert.Equal(("_none", "String", "Handler"),
                (flow.GetProperty("senderType").GetString(), flow.GetProperty("messageType").GetString(),
                    flow.GetProperty("receiverType").GetString()));
            Assert.Equal((2, 1), (flow.GetProperty("messages").GetInt64(), flow.GetProperty("failures").GetInt64()));
        });

        // the page of the type has the same, by message type
        await Eventually.Passes(() =>
        {
            var message = Assert.Single(host.Now("type?name=Handler").GetProperty("messages").EnumerateArray());
            Assert.Equal(1, message.GetProperty("recentFailures").GetInt64());
            Assert.True(message.GetProperty("perSecond").GetDouble() > 0);
            Assert.True(message.GetProperty("workSeconds").GetDouble() > 0);
            Assert.Equal("_none", Assert.Single(message.GetProperty("senders").EnumerateArray()).GetProperty("type").GetString());
        });
        Assert.StartsWith("flowchart LR\n", await host.Client.GetStringAsync("api/v1/flow?format=mermaid"), StringComparison.Ordinal);
        using var dot = await host.Client.GetAsync("api/v1/flow?format=dot");
        Assert.Equal("text/plain", dot.Content.Headers.ContentType?.MediaType);
        Assert.StartsWith("digraph flow {", await dot.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_flows_of_all_nodes_are_the_200_busiest_and_the_answer_has_how_many_were_left_out()
    {
        var nodes = Enumerable.Range(0, 10)
            .Select(node => new AkkaFlowMap(60, [.. Enumerable.Range(0, 100)
                .Select(i => new AkkaFlow { SenderType = "A", MessageType = $"M{i}", ReceiverType = $"Node{node}", Messages = i })], omitted: 3));
        var sum = AkkaFlowMap.Sum(FlowOfNodes.MaxOfAllNodes, [.. nodes]);
        Assert.Equal((200, 800 + 30), (sum.Flows.Count, sum.Omitted));
        Assert.Equal((99, 80), (sum.Flows[0].Messages, sum.Flows[^1].Messages));
    }
}
