namespace AkkaInstrumentation.Tests;

/// <summary>A metric listener throws while a message is opened: the message is open all the same, and the next one closes it.</summary>
[Collection(Alone.Name)]
public sealed class MailboxRecorderFaultSpec
{
    [Fact]
    public async Task What_follows_a_message_whose_wait_could_not_be_recorded_is_not_inside_its_span()
    {
        await using var system = Systems.Plain("akka.loglevel = OFF\nakka.instrumentation { metrics.distributions = all, tracing.sampling { ratio = 0.5, unsampled-trace-ids = when-used } }");
        var recorder = await Recorders.OfStartedActor(system);
        using var spans = SpanRecorder.WithRoot(out var root);
        using var metrics = new MetricRecorder(system)
        {
            OnRecorded = measured =>
            {
                Fail.If(measured.Name == AkkaMetricNames.MailboxWaitDuration);
            },
        };
        Activity.Current = null;

        var run = recorder.BeginRun(ThreadContext.Mine);
        recorder.NextMessage(taken: true, new StampedEnvelope(new Envelope("first", ActorRefs.NoSender)));
        Assert.True(Counts(recorder));
        recorder.NextMessage(taken: true,
            new StampedEnvelope(new Envelope(1, ActorRefs.NoSender), Stopwatch.GetTimestamp(), MessageOrigin.SentIn(root)));
        var second = Activity.Current;
        var third = new StampedEnvelope(new Envelope("third", ActorRefs.NoSender));
        if (!recorder.TryCount(third))
        {
            recorder.NextMessage(taken: true, third);
        }

        var atThird = Activity.Current;
        recorder.EndRun(run, ThreadContext.Mine);
        Activity.Current = null;

        Assert.Equal(root.SpanId, second?.ParentSpanId);
        Assert.NotSame(second, atThird);
        Assert.Same(second, Assert.Single(spans.Stopped));
    }

    /// <summary>One of 64 messages stands for all.</summary>
    [Fact]
    public async Task The_work_for_a_message_whose_wait_could_not_be_recorded_is_counted()
    {
        await using var system = Systems.Plain("akka.loglevel = OFF\nakka.instrumentation.metrics.distributions = all");
        var recorder = await Recorders.OfStartedActor(system);
        using var metrics = new MetricRecorder(system) { OnRecorded = _ => throw new InvalidOperationException("on purpose") };

        // the chance that none of them is measured is below 1 in 10^13
        for (var i = 0; i < 2_000; i++)
        {
            recorder.NextMessage(taken: true,
                new StampedEnvelope(new Envelope("message", ActorRefs.NoSender), Stopwatch.GetTimestamp(), origin: null));
        }

        Assert.True(recorder.Instrumentation.Metrics.WorkSeconds > 0);
    }

    private static bool Counts(MailboxRecorder recorder)
    {
        recorder.NextMessage(taken: true, new StampedEnvelope(new Envelope("one that decides what the next one needs", ActorRefs.NoSender)));
        return recorder.TryCount(new StampedEnvelope(new Envelope("one that is only to be counted", ActorRefs.NoSender)));
    }
}
