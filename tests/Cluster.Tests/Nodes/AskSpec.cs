namespace AkkaInstrumentation.Tests;

/// <summary>The cluster's provider measures <c>Ask</c>, too. What is measured: tests/Remote.Tests.</summary>
public sealed class AskSpec
{
    [Fact]
    public async Task A_node_of_a_cluster_measures_its_asks()
    {
        await using var cluster = await TestCluster.Of("web");
        var node = cluster.Start("back");
        await cluster.Join(node);
        var echo = node.System.ActorOf(Handler.Fallible, "echo");
        Assert.Equal("question", await echo.Ask<string>("question", TimeSpan.FromMinutes(1)));

        var asked = ((ExtendedActorSystem)node.System).Provider.CreateFutureRef(new TaskCompletionSource<string>());
        Assert.IsType<RecordedAsk<string>>(asked);
        await Eventually.Equal(
            1,
            () => node.Recorded(AkkaMetricNames.AskDuration)
                .Count(measured => measured.Has([(AkkaMetricAttributes.SenderType, "_none"), (AkkaSpanAttributes.MessageType, "String")])));
    }
}
