namespace AkkaInstrumentation.Tests.Recording;

/// <summary>
/// A listener comes after a run has looked for one, and before the run's first message. The run has not put aside what its thread carries.
/// </summary>
[Collection(Alone.Name)]
public sealed class LateListenerSpec
{
    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 1)]
    public async Task Only_a_run_that_knows_of_it_makes_spans(bool isKnown, int spans)
    {
        await using var system = Systems.Instrumented();
        var recorder = await Recorders.OfStartedActor(system);
        using var listener = SpanRecorder.WithRoot(out var root);
        Activity.Current = null;

        var run = recorder.BeginRun(ThreadContext.Mine, mayTrace: isKnown);
        recorder.NextMessage(taken: true,
            new StampedEnvelope(new Envelope("message", ActorRefs.NoSender), Stopwatch.GetTimestamp(), MessageOrigin.SentIn(root)));
        var hasSpan = Activity.Current is not null;
        recorder.EndRun(run, ThreadContext.Mine);

        Assert.Equal((isKnown, spans), (hasSpan, listener.Stopped.Count));
        Assert.Null(Activity.Current);
    }
}
