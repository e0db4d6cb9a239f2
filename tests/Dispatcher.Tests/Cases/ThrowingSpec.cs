namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// Everything that is not ours and is called by us throws at the second of three messages: none is lost, the third is traced as if nothing had been,
/// a span that was begun is ended, nothing stays on the thread, and it is counted, and logged once.
/// </summary>
[Collection(Alone.Name)]
public sealed class ThrowingSpec : IDisposable
{
    private static readonly ReportRecorder Seen = new();

    private readonly string _prefix = $"throwing-{Guid.NewGuid():N}"[..18];
    private readonly List<IDisposable> _listeners = [];
    private readonly ConcurrentQueue<Activity> _started = new();
    private readonly ConcurrentQueue<Activity> _stopped = new();

    public enum Thrower
    {
        Filter,
        Sampler,
        Started,
        Stopped,
        MetricListener,
        ToString,
    }

    public static TheoryData<Thrower, bool> Throwers => Combinations.Each(Enum.GetValues<Thrower>(), false, true);

    [Theory]
    [MemberData(nameof(Throwers))]
    public async Task Three_messages_and_the_second_one_meets_something_that_throws(Thrower thrower, bool awaits)
    {
        // before the actor is made: a listener that joins while its mailbox is run sees spans from the next run on
        ListenFirst();
        ListenThrowing(thrower);
        await using var system = Create(thrower);
        var seen = new ConcurrentQueue<(string Message, bool HasSpan)>();
        var below = 0;
        var after = system.ActorOf((_, _) => Interlocked.Increment(ref below), $"{_prefix}-after");
        var actor = system.ActorOf(
            AsyncHandler.Props(async (context, message) =>
            {
                seen.Enqueue((((Message)message).Text, Activity.Current is { IsAllDataRequested: true }));
                if (awaits)
                {
                    await Task.Delay(1);
                }

                after.Tell(new Message("below"), ActorRefs.NoSender);
            }),
            $"{_prefix}-a");
        using var hold = new Hold();
        var before = Faults();
        Activity.Current = null;

        await hold.EnterAt(actor);
        foreach (var text in (string[])["first", "second", "third"])
        {
            actor.Tell(text == "second" ? new Second(thrower) : new Message(text), ActorRefs.NoSender);
        }

        hold.Release();

        await Eventually.Equal(3, () => Volatile.Read(ref below));
        await Eventually.True(() => _started.Count == _stopped.Count, () => $"{_started.Count} started, {_stopped.Count} stopped");
        await system.DisposeAsync();
        Assert.Equal(["first", "second", "third"], seen.Select(message => message.Message));
        Assert.Equal([true, thrower != Thrower.Sampler, true], seen.Select(message => message.HasSpan));

        // each ended once, also for the listener that does not throw, and none became another's parent
        Assert.Equal(_started.Count, _stopped.Distinct().Count());
        var roots = _started.Where(span => span.ParentSpanId == default).Select(span => span.SpanId).ToList();
        Assert.All(_started.Where(span => span.ParentSpanId != default), span => Assert.Contains(span.ParentSpanId, roots));
        Assert.Equal(_started.Count - roots.Count, _started.Where(span => span.ParentSpanId != default)
            .Select(span => span.ParentSpanId).Distinct().Count());
        Assert.True(Faults() > before, "nothing has thrown");
        Assert.Distinct(Seen.Faults);
    }

    [Fact]
    public async Task After_a_listener_throws_at_the_end_of_a_span_later_messages_are_not_its_children()
    {
        ListenThrowing(Thrower.Stopped);
        await using var system = Create(Thrower.Stopped, "akka.instrumentation.rules.left-out { message = Int32, trace = never }");
        using var hold = new Hold();
        var current = new ConcurrentQueue<Activity?>();
        var actor = system.ActorOf((_, _) => current.Enqueue(Activity.Current), $"{_prefix}-a");

        await hold.EnterAt(actor);
        actor.Tell(new Second(Thrower.Stopped), ActorRefs.NoSender);
        actor.Tell(1, ActorRefs.NoSender);
        hold.Release();

        await Eventually.Equal(2, () => current.Count);
        Assert.Null(current.Last());
    }

    public void Dispose() => _listeners.ForEach(listener => listener.Dispose());

    private static TestSystem Create(Thrower thrower, string hocon = "")
    {
        AkkaMessageFilter filter = (message, _) => message.Message is Second && thrower == Thrower.Filter ? throw OnPurpose() : true;
        return SetUp.System(new InstrumentationSetup(Config.Empty, filter),
            $"{hocon}\nakka {{ loglevel = OFF, instrumentation {{ metrics.distributions = all, tracing.content.enabled = on }} }}");
    }

    private static long Faults() => TelemetryFault.Counts.Sum(fault => fault.Value);

    private static InvalidOperationException OnPurpose() => new("on purpose");

    // comes first, so it has seen the start of what the other one throws at
    private void ListenFirst() => Listen(_started.Enqueue, _stopped.Enqueue, _ => { });

    private void ListenThrowing(Thrower thrower)
    {
        // the SDK calls its processors as such a listener
        Listen(
            span => ThrowIf(thrower is Thrower.Started, span.TagObjects),
            span => ThrowIf(thrower is Thrower.Stopped, span.TagObjects),
            tags => ThrowIf(thrower is Thrower.Sampler, tags));
        _listeners.Add(Listening.Metrics((_, _, tags, _) => ThrowIf(thrower is Thrower.MetricListener, tags.ToArray())));
    }

    private static void ThrowIf(bool throws, IEnumerable<KeyValuePair<string, object?>> tags)
    {
        if (throws && tags.Any(tag => tag is { Key: AkkaSpanAttributes.MessageType, Value: $"{nameof(ThrowingSpec)}.{nameof(Second)}" }))
        {
            throw OnPurpose();
        }
    }

    private void Listen(Action<Activity> started, Action<Activity> stopped, Action<IEnumerable<KeyValuePair<string, object?>>> sampling)
    {
        _listeners.Add(Listening.Spans(
            (ref options) =>
            {
                if (IsMine(options.Tags?.FirstOrDefault(tag => tag.Key == AkkaSpanAttributes.ActorPath).Value))
                {
                    sampling(options.Tags!);
                    return ActivitySamplingResult.AllDataAndRecorded;
                }

                return ActivitySamplingResult.None;
            },
            started,
            stopped));
    }

    private bool IsMine(object? path) => path is string text && text.StartsWith($"/user/{_prefix}", StringComparison.Ordinal);

    private class Message(string text)
    {
        public string Text => text;
    }

    private sealed class Second(Thrower thrower) : Message("second")
    {
        public override string ToString() => thrower == Thrower.ToString ? throw OnPurpose() : Text;
    }
}
