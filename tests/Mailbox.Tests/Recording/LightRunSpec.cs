using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>Runs that take the open invoke only when a message opens one, in turns with others, on a queue that the test empties itself.</summary>
[Collection(Alone.Name)]
public sealed class LightRunSpec
{
    private const int Runs = 100_000;
    private const string NoRoots = "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = never }";

    [Fact]
    public async Task Of_overlapping_runs_light_and_full_each_recorded_message_ends_exactly_once_and_every_message_is_counted()
    {
        await using var system = Systems.Plain(NoRoots);
        using var spans = new SpanEnds();
        using var metrics = new MetricRecorder(system: null, name => name == AkkaMetricNames.ActorMessages);
        var (queue, recorder) = await RecordedQueues.OfStartedActor(system);
        var (sent, recorded, light, becameFull) = (0, 0, 0, 0);

        await Relay.Run(Runs, (i, free) =>
        {
            for (var message = 0; message < 2; message++)
            {
                // some runs get a recorded message first, some second, some none
                var isRecorded = (i % 4) == message;
                sent++;
                recorded += isRecorded ? 1 : 0;
                Send(queue, isRecorded);
            }

            var thread = ThreadContext.Mine;
            var isLight = recorder.TryBeginLightRun(thread, out var run);
            run = isLight ? run : recorder.BeginRun(thread);
            while (queue.TryDequeue(out _))
            {
            }

            light += isLight ? 1 : 0;
            becameFull += isLight && recorder.Running.IsHeldBy(run) ? 1 : 0;
            free();
            recorder.EndRun(run, thread, outer: default);
            HandlerContext.Leave();
        });

        Assert.Equal((recorded, recorded, 0), spans.Counts);
        Assert.Equal(sent, recorder.Messages.Counted);
        Assert.InRange(becameFull, 1, light - 1);
    }

    [Fact]
    public async Task A_run_is_light_only_as_long_as_nothing_is_open_and_nothing_has_changed()
    {
        using var listener = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Systems.Plain(NoRoots);
        var (queue, recorder) = await RecordedQueues.OfStartedActor(system);
        var thread = ThreadContext.Mine;

        Assert.False(IsLight(), "the first run looks at everything");
        RunInFull();
        Assert.True(IsLight());

        // a recorded message is open until the run that took it has ended, and its fields are cleared by the next run
        Send(queue, recorded: true);
        Assert.True(recorder.TryBeginLightRun(thread, out var run));
        Assert.False(recorder.Running.IsHeld);
        Assert.True(queue.TryDequeue(out _));
        Assert.True(recorder.Running.IsHeldBy(run));
        Assert.False(IsLight(), "a message is open");
        recorder.EndRun(run, thread, outer: default);
        Assert.False(IsLight(), "what was open is not cleared yet");
        RunInFull();
        Assert.True(IsLight());

        using (var counted = new MetricRecorder(system: null, name => name == AkkaMetricNames.ActorMessages))
        {
            Assert.False(IsLight(), "somebody else listens");
        }

        AkkaInstrumentationExtension.For(system.System).Control.Change("tracing.sampling.ratio = 0.5");
        Assert.False(IsLight(), "settings have changed");
        RunInFull();
        Assert.True(IsLight());

        using (new Activity("of a handler around").Start())
        {
            Assert.False(recorder.TryBeginLightRun(thread, out _), "something flows on the thread");
        }

        recorder.Relay = new PersistentRelay();
        Assert.False(IsLight(), "a persistent actor has begun to start");
        recorder.Relay = null;
        Assert.True(IsLight());

        bool IsLight()
        {
            HandlerContext.Leave();
            var light = recorder.TryBeginLightRun(thread, out var begun);
            if (light)
            {
                recorder.EndRun(begun, thread, outer: default);
            }

            return light;
        }

        void RunInFull()
        {
            recorder.EndRun(recorder.BeginRun(thread), thread, outer: default);
            HandlerContext.Leave();
        }
    }

    [Fact]
    public async Task A_root_without_an_id_leaves_the_run_light_until_a_handler_has_started_an_activity_and_then_it_has_one_of_its_own()
    {
        using var listener = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Systems.Plain(NoRoots);
        var (queue, recorder) = await RecordedQueues.OfStartedActor(system);
        RecordedQueues.TimeAsFewAsPossible(recorder);

        Assert.Null(Handled(light: false));
        Assert.Null(Handled(light: true, () => new Activity("of a library").Start().Stop()));
        var (first, second) = (Handled(light: true), Handled(light: true));

        Assert.IsType<NonRecordingActivity>(first);
        Assert.NotEqual(first.TraceId, second!.TraceId);

        Activity? Handled(bool light, Action? handle = null)
        {
            var thread = ThreadContext.Mine;
            Send(queue, recorded: false);
            Assert.Equal(light, recorder.TryBeginLightRun(thread, out var run));
            run = light ? run : recorder.BeginRun(thread);
            Assert.True(queue.TryDequeue(out _));
            var current = Activity.Current;
            handle?.Invoke();
            Assert.False(queue.TryDequeue(out _));
            recorder.EndRun(run, thread, outer: default);
            HandlerContext.Leave();
            return current;
        }
    }

    /// <summary>What a retroactive span would say about it is known too, and not about the message before.</summary>
    [Fact]
    public async Task A_message_that_carries_its_unsampled_trace_leaves_the_run_light_and_is_handled_in_that_trace()
    {
        using var listener = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Systems.Plain($"{NoRoots}\nakka.instrumentation.tracing.retroactive.errors = on");
        var (queue, recorder) = await RecordedQueues.OfStartedActor(system);
        var thread = ThreadContext.Mine;
        recorder.EndRun(recorder.BeginRun(thread), thread, outer: default);

        foreach (var isInside in new[] { true, true, false })
        {
            HandlerContext.Leave();
            var sender = Unsampled.Activity("sender");
            _ = isInside ? sender.Start() : sender;
            RecordedQueues.TimeAsFewAsPossible(recorder);
            queue.Enqueue(recorder.Self, new Envelope("message", ActorRefs.NoSender));
            HandlerContext.Leave();

            Assert.True(recorder.TryBeginLightRun(thread, out var run));
            Assert.True(queue.TryDequeue(out _));
            Assert.Equal(isInside ? sender.TraceId : null, Activity.Current?.TraceId);
            Assert.Equal(isInside, recorder.Candidate.HasMore);
            var late = recorder.Candidate.About(recorder, recorder.Messages.VerdictOf(recorder.Type!, "message").Info, default!, sender: null, Stopwatch.GetTimestamp());
            Assert.Equal(isInside ? sender.SpanId : default, late.SentIn.SpanId);
            Assert.False(queue.TryDequeue(out _));
            Assert.False(recorder.Running.IsHeld);
            recorder.EndRun(run, thread, outer: default);
        }

        HandlerContext.Leave();
    }

    private static void Send(UnboundedInstrumentedMessageQueue queue, bool recorded)
    {
        HandlerContext.Leave();
        RecordedQueues.TimeAsFewAsPossible(queue.Recorder);
        using var parent = recorded ? new Activity("sender") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.Start() : null;
        queue.Enqueue(queue.Recorder.Self, new Envelope("message", ActorRefs.NoSender));
    }
}
