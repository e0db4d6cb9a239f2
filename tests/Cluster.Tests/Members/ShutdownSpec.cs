namespace AkkaInstrumentation.Tests;

/// <summary>The end of a node: Akka's own messages that reach nobody then are no losses of the application.</summary>
public sealed class ShutdownSpec
{
    [Fact]
    public async Task What_Akka_sends_to_nobody_at_the_end_of_a_node_is_its_own()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var events = AkkaInstrumentationExtension.For(node.System).Insight.Events!;
        node.System.ActorSelection("/user/nobody").Tell("of the application", ActorRefs.NoSender);
        node.System.ActorSelection("/user/nobody").Tell(new Status.Failure(new InvalidOperationException()), ActorRefs.NoSender);
        await Eventually.Equal(2, () => ByReason("undelivered").Sum(count => count.Value));

        // what one of Akka's actors asks another one, who may have stopped: anybody could send a message of the type
        node.System.ActorSelection("/system/nobody").Tell(new ClusterEvent.CurrentClusterState(), ActorRefs.NoSender);
        await Eventually.Equal(1, () => ByReason("infrastructure").Count(count =>
            count.Tags.Contains(new(AkkaSpanAttributes.MessageType, "ClusterEvent.CurrentClusterState"))));

        await CoordinatedShutdown.Get(node.System).Run(CoordinatedShutdown.ClrExitReason.Instance);
        await node.System.Terminate();
        Assert.Equal(
            ["Status.Failure", "String"],
            ByReason("undelivered").Select(count => (string)count.Tags.Single(tag => tag.Key == AkkaSpanAttributes.MessageType).Value!)
                .Order(StringComparer.Ordinal));
        Assert.NotEmpty(ByReason("infrastructure"));

        List<TaggedCount> ByReason(string reason) =>
            [.. events.DeadLetters.All.Where(count => count.Tags.Contains(new(AkkaMetricAttributes.DeadLetterReason, reason)))];
    }

    [Fact]
    public async Task Such_a_message_is_no_trouble_for_the_health_check()
    {
        await using var cluster = await TestCluster.Of("");
        var node = cluster[0];
        var unsubscriber = typeof(ActorSystem).Assembly.GetType("Akka.Event.EventStreamUnsubscriber+UnregisterIfNoMoreSubscribedChannels",
            throwOnError: true)!;
        var gone = node.System.ActorSelection("/user/gone");
        gone.TellEach(1_000, _ => Activator.CreateInstance(unsubscriber, ActorRefs.Nobody)!);

        await TestCluster.Equal(1_000L, () => node.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "infrastructure")));
        Assert.Empty(
            SystemFindings.Read(AkkaInstrumentationExtension.For(node.System), new(), System.Diagnostics.Stopwatch.GetTimestamp()).Losing.Worst);
    }
}
