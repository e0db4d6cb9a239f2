namespace AkkaInstrumentation;

/// <summary>The named stages of the streams of one actor system. Any thread.</summary>
internal sealed class StreamStages(SystemTags system)
{
    /// <summary>Names beyond this number share one name, so that memory and attributes are bounded.</summary>
    internal const int MaxNames = 100;

    private readonly Capped<string, NamedStage> _names = new(MaxNames, static _ => FoldedNames.Other, name => new NamedStage(system, name));

    public IEnumerable<NamedStage> All => _names;

    public NamedStage For(string name) => _names.For(ForeignText.Clean(name));
}

/// <summary>The stages with one name: those that run, and what those that have ended have counted.</summary>
internal sealed class NamedStage(SystemTags system, string name)
{
    private const int MaxErrors = 20;

    private readonly KeyValuePair<string, object?>[] _tags = system.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.StreamName, name));
    private readonly LinkedList<RunningStage> _running = [];
    private readonly Capped<string, TaggedCount> _failures = new(MaxErrors, static _ => FoldedNames.OtherError, error => new(system.With(
        new(AkkaSpanAttributes.StreamName, name), new(AkkaSpanAttributes.ErrorType, error))));

    // Of the stages that have ended. Under the lock of the list.
    private StageCounts _ended;

    public string Name => name;

    public KeyValuePair<string, object?>[] Tags => _tags;

    public KeyValuePair<string, object?>[] ElementTags { get; } = Waits(system, name, "element");

    public KeyValuePair<string, object?>[] DemandTags { get; } = Waits(system, name, "demand");

    /// <summary>Stages that ended without a failure.</summary>
    public TaggedCount Completions { get; } = new(system.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.StreamName, name)));

    /// <summary>Stages that ended with a failure, by its type.</summary>
    public IEnumerable<TaggedCount> Failures => _failures;

    /// <summary>A stage begins to run.</summary>
    public RunningStage Start()
    {
        var stage = new RunningStage(this, CoarseClock.Now);
        lock (_running)
        {
            stage.Place = _running.AddLast(stage);
        }

        return stage;
    }

    /// <summary>A stage has ended. The first call counts.</summary>
    /// <param name="stage">The stage.</param>
    /// <param name="failure">With which failure; null for none.</param>
    public void End(RunningStage stage, Exception? failure)
    {
        lock (_running)
        {
            if (stage.Place is not { } place)
            {
                return;
            }

            _running.Remove(place);
            stage.Place = null;
            _ended += stage.Read(CoarseClock.Now);
        }

        (failure is null ? Completions : _failures.For(TypeNames.Full(failure.GetType()))).Increment();
    }

    /// <summary>All of them together.</summary>
    /// <param name="now">The time.</param>
    public StageCounts Read(long now)
    {
        lock (_running)
        {
            return _running.Aggregate(_ended with { Running = _running.Count }, (sum, stage) => sum + stage.Read(now));
        }
    }

    /// <summary>The stage that has waited longest for demand, after at least one element; null for none.</summary>
    /// <param name="now">The time.</param>
    public StageWait? OldestWait(long now)
    {
        lock (_running)
        {
            return _running.Select(stage => stage.Waits(now)).Where(wait => wait is not null).MaxBy(wait => wait!.Seconds);
        }
    }

    /// <summary>The stages that are stalled, the longest first.</summary>
    /// <param name="now">The time.</param>
    public IReadOnlyList<StageWait> Stalled(long now)
    {
        lock (_running)
        {
            return [.. _running.Select(stage => stage.Waits(now)).OfType<StageWait>().Where(wait => wait.IsStalled)
                .OrderByDescending(wait => wait.Seconds)];
        }
    }

    private static KeyValuePair<string, object?>[] Waits(SystemTags system, string name, string @for) => system.With(
        new(AkkaSpanAttributes.StreamName, name), new(AkkaMetricAttributes.StreamWaitsFor, @for));
}

/// <summary>
/// One stage that runs. The stream's own thread writes, any thread reads. It waits either for demand, because what follows it has not asked for an
/// element, or for an element, because it has asked what comes before. The time is that of <see cref="CoarseClock"/>: a short wait counts as nothing
/// or as a hundredth of a second, and many of them add up to the right sum.
/// </summary>
internal sealed class RunningStage(NamedStage named, long startedAt)
{
    private readonly long _startedAt = startedAt;
    private long _elements;
    private long _elementTicks;
    private long _demandTicks;
    private bool _hasDemand;

    // When the present wait began. It is 0 while the sums change, so that a reader notices.
    private long _since = startedAt;

    /// <summary>Where it is in the list of those that run; null when it has ended. Under the list's lock.</summary>
    public LinkedListNode<RunningStage>? Place { get; set; }

    /// <summary>What follows asks for an element.</summary>
    public void Pulled() => Turn(hasDemand: true, ref _demandTicks);

    /// <summary>An element comes, and goes on.</summary>
    public void Pushed()
    {
        Volatile.Write(ref _elements, _elements + 1);
        Turn(hasDemand: false, ref _elementTicks);
    }

    /// <summary>The stage has ended. The first call counts.</summary>
    public void End(Exception? failure) => named.End(this, failure);

    /// <summary>Its sums, the present wait included.</summary>
    public StageCounts Read(long now)
    {
        var (since, counts) = Look();
        var waited = Math.Max(0, now - since);
        return counts.HasDemand
            ? counts.Sums with { ElementTicks = counts.Sums.ElementTicks + waited }
            : counts.Sums with { DemandTicks = counts.Sums.DemandTicks + waited };
    }

    /// <summary>How long it has waited for demand; null if it waits for an element, or has had none yet.</summary>
    public StageWait? Waits(long now)
    {
        var (since, counts) = Look();
        return counts.HasDemand || counts.Sums.Elements == 0 ? null
            : new(named.Name, Ticks.ToSeconds(now - since), counts.Sums.Elements, Ticks.ToSeconds(since - _startedAt));
    }

    private (long Since, (StageCounts Sums, bool HasDemand) Counts) Look()
    {
        var spin = default(SpinWait);
        while (true)
        {
            var since = Volatile.Read(ref _since);
            var sums = new StageCounts(Volatile.Read(ref _elements), Volatile.Read(ref _elementTicks), Volatile.Read(ref _demandTicks), 0);
            var hasDemand = Volatile.Read(ref _hasDemand);
            if (since != 0 && since == Volatile.Read(ref _since))
            {
                return (since, (sums, hasDemand));
            }

            spin.SpinOnce();
        }
    }

    private void Turn(bool hasDemand, ref long ticks)
    {
        var (now, since) = (CoarseClock.Now, _since);
        if (now == since)
        {
            // No time has passed since the last turn, as for nearly every element of a fast stream.
            Volatile.Write(ref _hasDemand, hasDemand);
            return;
        }

        Volatile.Write(ref _since, 0);
        Volatile.Write(ref ticks, ticks + Math.Max(0, now - since));
        Volatile.Write(ref _hasDemand, hasDemand);
        Volatile.Write(ref _since, now);
    }
}

/// <summary>What stages have counted.</summary>
/// <param name="Elements">Elements that passed.</param>
/// <param name="ElementTicks">Ticks that they waited for elements.</param>
/// <param name="DemandTicks">Ticks that they waited for demand.</param>
/// <param name="Running">How many run.</param>
internal readonly record struct StageCounts(long Elements, long ElementTicks, long DemandTicks, int Running)
{
    public static StageCounts operator +(StageCounts one, StageCounts other) => new(one.Elements + other.Elements,
        one.ElementTicks + other.ElementTicks, one.DemandTicks + other.DemandTicks, one.Running + other.Running);
}

/// <summary>A stage that waits for demand.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Seconds">For how long.</param>
/// <param name="Elements">Elements that have passed it.</param>
/// <param name="RanSeconds">For how long it had run before.</param>
internal sealed record StageWait(string Name, double Seconds, long Elements, double RanSeconds)
{
    private const int Enough = 10;
    private const double Least = 10;
    private const double LeastOfFew = 300;
    private const double OfItsPace = 10;

    /// <summary>
    /// Whether it waits much longer than its elements have taken so far: a stream that lets one element pass in a minute is slow by intention.
    /// A stage with few elements has no pace yet.
    /// </summary>
    public bool IsStalled => Seconds >= (Elements < Enough ? LeastOfFew : Math.Max(Least, OfItsPace * RanSeconds / Elements));
}
