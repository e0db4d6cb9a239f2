namespace AkkaInstrumentation.Tests;

/// <summary>The real recorder under runs that overlap: every message ends once, in the metric and as a span.</summary>
[Collection(Alone.Name)]
public sealed class MailboxRecorderOverlapSpec
{
    private const int Runs = 200_000;
    private const int MessagesPerRun = 2;

    [Fact]
    public async Task Of_overlapping_runs_each_of_the_last_messages_ends_and_no_reader_sees_another_ones_end()
    {
        await using var system = Systems.Plain("akka.instrumentation.rules.kept { path = \"/user/**\", last-messages = 7 }");
        var recorder = await Recorders.OfStartedActor(system);
        var (stop, seen) = (false, 0);
        var reader = Task.Factory.StartNew(
            () =>
            {
                while (!Volatile.Read(ref stop) || seen == 0)
                {
                    var messages = LastMessageObserver.Of(recorder)!;

                    // the one at work, and the last one of the run before, which two messages may have followed before it is closed
                    Assert.InRange(messages.Count(message => message.Outcome == AkkaMessageOutcome.Running), 0, 2);
                    Assert.All(messages.Skip(MessagesPerRun + 1), message => Assert.True(message.WorkTime >= TimeSpan.Zero, $"{message}"));
                    seen += messages.Count;
                }
            },
            TaskCreationOptions.LongRunning);

        await Relay.Run(Runs / 4, (_, free) =>
        {
            var run = recorder.BeginRun(ThreadContext.Mine);
            for (var i = 0; i < MessagesPerRun; i++)
            {
                recorder.TakeMessage();
            }

            free();
            recorder.EndRun(run, ThreadContext.Mine);
        });
        Volatile.Write(ref stop, true);
        await reader;

        var last = LastMessageObserver.Of(recorder)!;
        Assert.Equal(7, last.Count);
        Assert.All(last, message => Assert.Equal(AkkaMessageOutcome.Processed, message.Outcome));
    }

    [Fact]
    public async Task Of_many_overlapping_runs_each_message_is_measured_and_its_span_stopped_exactly_once()
    {
        await using var system = Systems.Plain("akka.instrumentation { metrics.distributions = all, tracing.sampling.ratio = 1 }");
        var recorder = await Recorders.OfStartedActor(system);
        var measured = 0;
        using var spans = new SpanCounts();
        using var metrics = new MetricRecorder(system.Name, instrument => instrument == AkkaMetricNames.ActorProcessDuration)
        {
            KeepRecorded = false,
            OnRecorded = _ => Interlocked.Increment(ref measured),
        };

        var runs = await Relay.Run(Runs, (_, free) =>
        {
            var run = recorder.BeginRun(ThreadContext.Mine);
            for (var i = 0; i < MessagesPerRun; i++)
            {
                recorder.TakeMessage();
            }

            free();
            recorder.EndRun(run, ThreadContext.Mine);
            Activity.Current = null;
        });

        Assert.Equal((runs * MessagesPerRun, runs * MessagesPerRun, 0), (spans.Started, spans.Stopped, spans.StoppedTwice));
        Assert.Equal(runs * MessagesPerRun, measured);
    }
}
