namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>How deep the mailboxes of a type are: together, the fullest, at the fullest moment, and since when.</summary>
public class DepthSpec
{
    private static readonly (string, object?) Handlers = (AkkaSpanAttributes.ActorType, "Handler");

    [Fact]
    public async Task The_fullest_mailbox_is_reported_beside_the_sum_and_its_peak_outlives_it()
    {
        await using var system = Systems.Instrumented("akka.actor.default-dispatcher.throughput = 1").Measured(out var metrics);
        using var one = new Hold();
        using var other = new Hold();
        await Fill(system, one, 5);
        await Fill(system, other, 9);

        Assert.Equal(14, metrics.Sum(AkkaMetricNames.MailboxDepth, Handlers));
        Assert.Equal(9, metrics.Sum(AkkaMetricNames.MailboxMaxDepth, Handlers));

        one.Release();
        other.Release();
        await Eventually.Equal(0, () => metrics.Sum(AkkaMetricNames.MailboxMaxDepth, Handlers));
        Assert.Equal(0, metrics.Sum(AkkaMetricNames.MailboxDepth, Handlers));
        Assert.Equal(9, metrics.Sum(AkkaMetricNames.MailboxPeakDepth, Handlers));
    }

    [Fact]
    public async Task A_peak_between_two_collections_is_seen_by_all_readers()
    {
        await using var system = Systems.Instrumented("akka.actor.default-dispatcher.throughput = 1").Measured(out var first);
        using var second = new MetricRecorder(system);
        using var hold = new Hold();
        var actor = await Fill(system, hold, 20);
        hold.Release();
        await actor.Ask<string>("end", TimeSpan.FromSeconds(20));

        // the runs after the release found up to 20; the one with the last few may not have been noted
        var peak = first.Sum(AkkaMetricNames.MailboxPeakDepth, Handlers);
        Assert.InRange(peak!.Value, 19, 21);
        Assert.Equal(peak, second.Sum(AkkaMetricNames.MailboxPeakDepth, Handlers));
        Assert.Equal(peak, first.Sum(AkkaMetricNames.MailboxPeakDepth, Handlers));
    }

    [Fact]
    public async Task The_peak_of_an_actor_that_stopped_is_not_lost()
    {
        await using var system = Systems.Instrumented("akka.actor.default-dispatcher.throughput = 1").Measured(out var metrics);
        using var hold = new Hold();
        var actor = await Fill(system, hold, 20);
        hold.Release();
        Assert.True(await actor.GracefulStop(TimeSpan.FromSeconds(20)));

        await Eventually.Equal(0, () => metrics.Sum(AkkaMetricNames.ActorLive, Handlers));
        Assert.InRange(metrics.Sum(AkkaMetricNames.MailboxPeakDepth, Handlers)!.Value, 19, 21);
    }

    /// <summary>They wait for the dispatcher's only thread, and one run takes them all: at its end there is nothing to be seen of them.</summary>
    [Fact]
    public async Task The_peak_of_an_idle_actor_that_gets_many_messages_at_once_is_their_number()
    {
        await using var system = OneThread.System("throughput = 100");
        using var hold = new Hold();
        var other = await OneThread.Started(system, Handle);
        var actor = await OneThread.Started(system, Handle);
        await hold.EnterAt(other);

        // unless another test listens, its next run is the first that is noted and so not timed
        using var metrics = new MetricRecorder(system);
        actor.TellNumbers(20);
        hold.Release();
        await actor.Ask<string>("end", TimeSpan.FromSeconds(20));

        Assert.InRange(metrics.Sum(AkkaMetricNames.MailboxPeakDepth, Handlers)!.Value, 20, 21);
    }

    [Fact]
    public async Task The_oldest_messages_age_grows_until_it_is_taken()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.distributions = all").Measured(out var metrics);
        using var hold = new Hold();
        var actor = await Fill(system, hold, 3);

        var before = Age(metrics);
        Assert.True(before > 0);
        Assert.True(Age(metrics) > before);
        hold.Release();
        await actor.Ask<string>("end", TimeSpan.FromSeconds(20));
        Assert.Equal(0, Age(metrics));
    }

    private static double Age(MetricRecorder metrics) =>
        metrics.Poll().Single(measured => measured.Name == AkkaMetricNames.MailboxOldestAge && measured.Has([Handlers])).Value;

    private static async Task<IActorRef> Fill(TestSystem system, Hold hold, int messages)
    {
        var actor = system.ActorOf(Handle);
        await hold.EnterAt(actor);
        actor.TellNumbers(messages);
        return actor;
    }

    private static void Handle(IActorContext context, object message)
    {
        if (message is string)
        {
            context.Sender.Tell(message);
        }
    }
}
