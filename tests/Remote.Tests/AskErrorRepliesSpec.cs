namespace AkkaInstrumentation.Tests;

/// <summary>An answer <c>Status.Failure</c> to a measured Ask counts for the actor that answers.</summary>
public sealed class AskErrorRepliesSpec
{
    [Fact]
    public async Task It_is_counted_once_with_its_exception()
    {
        var network = Node.Network();
        using var metrics = new MetricRecorder(network);
        await using var node = Node.Start(network, 1, "akka.loggers = []", Node.Ours);
        var actor = node.Test.ActorOf(
            Handler.Props((context, message) => context.Sender.Tell(message is "fail" ? new Status.Failure(new TimeoutException()) : message)));

        Assert.Equal("work", await actor.Ask<string>("work", TimeSpan.FromSeconds(20)));
        await Assert.ThrowsAsync<TimeoutException>(() => actor.Ask<string>("fail", TimeSpan.FromSeconds(20)));

        await Eventually.Equal(1, () => metrics.Sum(
            AkkaMetricNames.ActorErrorReplies, (AkkaSpanAttributes.ActorType, "Handler"),
                (AkkaSpanAttributes.ErrorType, typeof(TimeoutException).FullName)));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorErrorReplies));
    }
}
