namespace AkkaInstrumentation.Tests;

/// <summary>
/// Listens to the instrumentation's spans and keeps those of one test: of one trace (<see cref="ForTrace"/>) or of the actors under one path (<see
/// cref="UnderPath"/>). Neither samples nor records what belongs to others, so tests with recorders may run side by side.
/// </summary>
public sealed class SpanRecorder : IDisposable
{
    // By name, not by reference: the field may be initialised while a listener is being added, and would be missed.
    private const string TestSourceName = "AkkaInstrumentation.Tests";
    private static readonly ActivitySource TestSource = new(TestSourceName);

    private readonly ConcurrentQueue<Activity> _started = new();
    private readonly ConcurrentQueue<Activity> _stopped = new();
    private readonly Func<ActivityTraceId, object?, bool> _isMine;
    private readonly ActivityListener _listener;

    private SpanRecorder(Func<ActivityTraceId, object?, bool> isMine, string[] sources)
    {
        _isMine = isMine;
        _listener = new ActivityListener
        {
            ShouldListenTo = source =>
                source.Name == AkkaTelemetry.SourceName || source.Name == TestSourceName || sources.Contains(source.Name),
            Sample = (ref ActivityCreationOptions<ActivityContext> options) => Sample(options),
            ActivityStarted = activity => Record(_started, activity, OnStarted),
            ActivityStopped = activity => Record(_stopped, activity, null),
        };
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>What is answered when a span of this test asks for a sampling decision.</summary>
    public ActivitySamplingResult Decision { get; set; } = ActivitySamplingResult.AllDataAndRecorded;

    /// <summary>Called on the thread that starts a span of this test.</summary>
    public Action<Activity>? OnStarted { get; set; }

    public IReadOnlyList<Activity> Started => [.. _started];

    /// <summary>In the order of their ends.</summary>
    public IReadOnlyList<Activity> Stopped => [.. _stopped];

    /// <summary>Started and not stopped; empty at the end of every test.</summary>
    public IReadOnlyList<Activity> Open
    {
        get
        {
            var stopped = _stopped.ToHashSet(ReferenceEqualityComparer.Instance);
            return [.. _started.Where(activity => !stopped.Contains(activity))];
        }
    }

    /// <summary>Records one trace: the one of <see cref="StartRoot"/>, or of a context that the test makes.</summary>
    public static SpanRecorder ForTrace(ActivityTraceId trace, params string[] otherSources) => new((id, _) => id == trace, otherSources);

    /// <summary>
    /// Records the spans of an actor that is about to be made under this name. Not after it: the actor's first run may last until its first message
    /// is there, and a listener that starts during a run sees that mailbox from its next run.
    /// </summary>
    public static SpanRecorder OfActor(out string name)
    {
        name = $"actor-{Guid.NewGuid():N}";
        return UnderPath($"/user/{name}");
    }

    /// <summary>Records the spans of actors whose path without address begins so, for example <c>/user/my-test-</c>.</summary>
    public static SpanRecorder UnderPath(string prefix, params string[] otherSources) =>
        new((_, path) => path is string text && text.StartsWith(prefix, StringComparison.Ordinal), otherSources);

    /// <summary>
    /// Listens and records nothing. With it, runs that are under way when another recorder begins to listen are instrumented, so that one hears of
    /// actors that were made before it.
    /// </summary>
    public static SpanRecorder OfNothing() => new((_, _) => false, []);

    /// <summary>Records everything that nobody else in the process may produce meanwhile: for tests that run alone.</summary>
    public static SpanRecorder Everything(params string[] otherSources) => new((_, _) => true, otherSources);

    /// <summary>Starts a recorder and, current on this thread, the root span of a trace of its own.</summary>
    public static SpanRecorder WithRoot(out Activity root, params string[] otherSources)
    {
        var parent = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);
        var recorder = ForTrace(parent.TraceId, otherSources);
        root = TestSource.StartActivity("test", ActivityKind.Internal, parent)!;
        return recorder;
    }

    /// <summary>
    /// Waits until so many spans have stopped and returns them in the order of their starts; more are an error too. (Two runs of one mailbox may
    /// overlap at their ends, so the order in which spans are stopped is not theirs.)
    /// </summary>
    public async Task<IReadOnlyList<Activity>> WaitForStopped(int count)
    {
        await Eventually.True(() => _stopped.Count >= count, () => $"{_stopped.Count} instead of {count} spans stopped:\n{Dump()}");
        var stopped = Stopped;
        return stopped.Count == count
            ? [.. stopped.OrderBy(activity => activity.StartTimeUtc)]
            : throw new InvalidOperationException($"{stopped.Count} instead of {count} spans stopped:\n{Dump()}");
    }

    /// <summary>The trace as an indented tree for exact assertions: names, message types and errors, nothing that varies.</summary>
    public string Tree() => SpanTree.Write(Started, SpanTree.Stable);

    /// <summary>The trace as an indented tree with all that helps to understand a failure.</summary>
    public string Dump() => SpanTree.Write(Started, SpanTree.Detailed);

    public void Dispose() => _listener.Dispose();

    private ActivitySamplingResult Sample(in ActivityCreationOptions<ActivityContext> options)
    {
        // asking options.TraceId would make one up for every root of everybody
        var trace = options.Parent == default ? default : options.Parent.TraceId;
        var path = options.Tags?.FirstOrDefault(tag => tag.Key == AkkaSpanAttributes.ActorPath).Value;
        return _isMine(trace, path) ? Decision : ActivitySamplingResult.None;
    }

    private void Record(ConcurrentQueue<Activity> list, Activity activity, Action<Activity>? then)
    {
        if (_isMine(activity.TraceId, activity.GetTagItem(AkkaSpanAttributes.ActorPath)))
        {
            list.Enqueue(activity);
            then?.Invoke(activity);
        }
    }
}
