namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>
/// Which span an exemplar of a duration refers to, whichever thread records it. All handlers run on one thread. One of the tests keeps everybody's
/// measurements back for a moment.
/// </summary>
[Collection(Alone.Name)]
public sealed class TracedDurationsSpec
{
    private readonly string _name = $"traced-{Guid.NewGuid():N}";

    [Theory]
    [InlineData("adaptive", false)]
    [InlineData("all", false)]
    [InlineData("adaptive", true)]
    public async Task Each_is_recorded_in_the_context_of_its_span(string distributions, bool suppressesFlow)
    {
        await using var system = OneThread.System(instrumentation: $"metrics.distributions = {distributions}");
        using var spans = SpanRecorder.UnderPath($"/user/{_name}");
        using var recorded = new RecordedDurations(system);

        await Handle(system, spans, messages: 20, _ =>
        {
            if (suppressesFlow && !ExecutionContext.IsFlowSuppressed())
            {
                ExecutionContext.SuppressFlow();
            }
        });

        AssertEachHasItsSpan(spans, recorded.All());
    }

    [Fact]
    public async Task The_measuring_thread_records_them_when_no_other_thread_does()
    {
        await using var system = OneThread.System(instrumentation: "metrics.distributions-rate = 1000000");
        using var spans = SpanRecorder.UnderPath($"/user/{_name}");
        using var recorded = new RecordedDurations(system);

        // a listener that blocks in its callback, so that nothing else is recorded until the queue is full
        using var isBlocked = new ManualResetEventSlim();
        using var goesOn = new ManualResetEventSlim();
        recorded.Before = () =>
        {
            recorded.Before = null;
            isBlocked.Set();
            goesOn.Wait(TimeSpan.FromSeconds(20));
        };
        await Handle(system, spans, messages: 1, _ => { }, $"{_name}-first");
        var recording = Task.Factory.StartNew(PendingMeasurements.Record, TaskCreationOptions.LongRunning);
        Assert.True(isBlocked.Wait(TimeSpan.FromSeconds(20)));

        var thread = await Handle(system, spans, messages: 2 * PendingMeasurements.Capacity, _ => { }, $"{_name}-second");

        goesOn.Set();
        await recording;
        var durations = recorded.All();
        Assert.InRange(durations.Count(duration => duration.Thread == thread), PendingMeasurements.Capacity, int.MaxValue);
        AssertEachHasItsSpan(spans, durations);
    }

    [Fact]
    public async Task Spans_are_not_kept_afterwards()
    {
        await using var system = OneThread.System();
        using var recorded = new RecordedDurations(system);
        var seen = new ConcurrentQueue<WeakReference>();
        using var listener = Listening.Spans(stopped: activity =>
        {
            if (Equals(activity.GetTagItem(AkkaSpanAttributes.ActorPath), $"/user/{_name}"))
            {
                seen.Enqueue(new WeakReference(activity));
            }
        });

        await Send(system, messages: 20, _ => { }, _name);
        await Eventually.Equal(20, () => seen.Count);
        Assert.Equal(20, recorded.All().Count);

        await Eventually.Collected([.. seen]);
    }

    /// <summary>Sends messages to an actor. Returns its thread when the span of each has ended.</summary>
    private async Task<int> Handle(TestSystem system, SpanRecorder spans, int messages, Action<object> handle, string? name = null)
    {
        var before = spans.Stopped.Count;
        var thread = await Send(system, messages, handle, name ?? _name);
        await Eventually.Equal(before + messages, () => spans.Stopped.Count);
        return thread;
    }

    private static async Task<int> Send(TestSystem system, int messages, Action<object> handle, string name)
    {
        var thread = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(
            Handler.Props((_, message) =>
            {
                handle(message);
                thread.TrySetResult(Environment.CurrentManagedThreadId);
            }).WithDispatcher(OneThread.Id),
            name);
        actor.TellNumbers(messages);

        return await thread.Task;
    }

    private static void AssertEachHasItsSpan(SpanRecorder spans, IReadOnlyList<RecordedDuration> durations) =>
        Assert.Equal(
            spans.Stopped.Select(span => (span.TraceId, span.SpanId, span.Recorded)).ToHashSet(),
            durations.Select(duration => (duration.Trace, duration.Span, duration.IsSampled)).ToHashSet());
}
