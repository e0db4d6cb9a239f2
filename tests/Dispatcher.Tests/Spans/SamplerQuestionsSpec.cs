namespace AkkaInstrumentation.Tests.Spans;

/// <summary>
/// How often listeners, of which the SDK's sampler is one, are asked about a message's span. Once; only of a message that was sent in a request about
/// which nobody has decided they are asked about a root first, then about a root with the request's trace id, which they take for a child.
/// </summary>
[Collection(Alone.Name)]
public sealed class SamplerQuestionsSpec
{
    private readonly ConcurrentQueue<(ActivityContext Parent, bool IsTaken)> _asked = new();
    private readonly ConcurrentQueue<Activity> _started = new();
    private readonly ConcurrentQueue<Activity> _stopped = new();

    [Fact]
    public async Task About_a_root_they_are_asked_once()
    {
        await Tell(sentIn: null);

        Assert.Equal((default, true), Assert.Single(_asked));
    }

    [Fact]
    public async Task About_a_message_inside_of_a_trace_they_are_asked_once_with_its_parent()
    {
        using var request = new Activity("request")
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start();
        await Tell(request);

        Assert.Equal((request.TraceId, request.SpanId, true), (Assert.Single(_asked).Parent.TraceId, Assert.Single(_asked).Parent.SpanId, true));
    }

    [Fact]
    public async Task About_a_root_in_an_undecided_request_they_are_asked_as_a_root_and_then_with_its_trace()
    {
        using var request = new Activity("request").Start();
        var span = await Tell(request);

        Assert.Equal(
            [(default, default, true), (request.TraceId, default(ActivitySpanId), true)],
            _asked.Select(asked => (asked.Parent.TraceId, asked.Parent.SpanId, asked.IsTaken)));
        Assert.Equal((request.TraceId, default(ActivitySpanId)), (span.TraceId, span.ParentSpanId));
    }

    /// <summary>As a sampler by trace id that refuses the request's: the answer about the root is what counts.</summary>
    [Fact]
    public async Task Where_they_take_the_root_and_refuse_the_trace_of_the_request_the_root_is_kept()
    {
        using var request = new Activity("request").Start();
        var span = await Tell(request, parent => parent == default);

        Assert.Equal([true, false], _asked.Select(asked => asked.IsTaken));
        Assert.NotEqual(request.TraceId, span.TraceId);
    }

    // The only span that was started, and stopped.
    private async Task<Activity> Tell(Activity? sentIn, Func<ActivityContext, bool>? takes = null)
    {
        await using var system = Systems.Instrumented();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
            {
                var taken = takes?.Invoke(options.Parent) ?? true;
                _asked.Enqueue((options.Parent, taken));
                return taken ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.PropagationData;
            },
            ActivityStarted = _started.Enqueue,
            ActivityStopped = _stopped.Enqueue,
        };
        ActivitySource.AddActivityListener(listener);
        var actor = system.ActorOf((_, _) => { });
        Activity.Current = sentIn;
        actor.Tell("message", ActorRefs.NoSender);
        Activity.Current = null;

        await Eventually.Equal(1, () => _stopped.Count);
        return Assert.Single(_started);
    }
}
