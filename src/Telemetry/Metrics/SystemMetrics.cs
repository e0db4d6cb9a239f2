using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The metrics of one actor system. Its mailboxes and dispatchers write them, and collectors read them. The instruments belong to the process
/// and read the metrics of each system (<see cref="ActorSystems"/>).
/// </summary>
/// <param name="system">The attributes of the actor system.</param>
/// <param name="maxActorTypes">Actor types beyond this number share one name.</param>
/// <param name="maxMessageTypes">The same for message types, for each actor type.</param>
/// <param name="newRate">Makes the rate that selects the messages to time.</param>
/// <param name="newRunRate">Makes the rate that selects the runs to time.</param>
/// <param name="spanNames">The names of messages' spans, a <see cref="SpanNameTemplate"/>.</param>
internal sealed class SystemMetrics(
    SystemTags system, int maxActorTypes, int maxMessageTypes, Func<TimingRate> newRate, Func<TimingRate> newRunRate, string spanNames =
        SpanNameTemplate.Default)
{
    // The work for one of 64 messages is measured, and stands for all.
    private const int WorkShift = 6;

    /// <summary>Whether the settings turn metrics on. Any thread.</summary>
    internal volatile bool IsEnabled;

    private readonly Capped<ActorTypeKey, ActorTypeInfo> _actorTypes = new(
        maxActorTypes,
        key => key with { Name = FoldedNames.Other },
        key => new ActorTypeInfo(system, key.Name, newRate(), maxMessageTypes, key.Category, spanNames));
    private readonly ConcurrentDictionary<string, DispatcherMeter> _dispatchers = new();
    private readonly ConcurrentQueue<TimingRate> _otherRates = new();
    private readonly Func<TimingRate> _newRunRate = newRunRate;
    private long _workTicks;

    /// <summary>The attributes that all metrics of this system have.</summary>
    public SystemTags Tags { get; } = system;

    /// <summary>
    /// The time that the instrumentation takes on dispatchers' threads, for messages that are timed or traced. Messages that are only counted are not
    /// included; theirs are a few nanoseconds.
    /// </summary>
    public double WorkSeconds => Ticks.ToSeconds(Interlocked.Read(ref _workTicks));

    /// <summary>Attributes that observable instruments leave out. Replaced as a whole.</summary>
    public ExcludedAttributes Excluded { get; set; } = ExcludedAttributes.None;

    /// <summary>Sees rare events; null before the system's observer is created.</summary>
    public IRareEvents? RareEvents { get; set; }

    /// <summary>Messages sent to other nodes, by address; none without the package that counts them.</summary>
    public IEnumerable<TaggedCount> SentToNodes { get; set; } = [];

    /// <summary>Roots that the settings excluded from tracing.</summary>
    public required Func<IEnumerable<SuppressedRoots>> Suppressed { get; init; }

    public IEnumerable<ActorTypeInfo> ActorTypes => _actorTypes;

    /// <summary>The dispatchers that have run instrumented mailboxes while a listener existed.</summary>
    public IEnumerable<DispatcherMeter> Dispatchers => _dispatchers.Select(dispatcher => dispatcher.Value);

    /// <summary>The instrumentation begins work for a message. Returns the value that <see cref="EndWork"/> needs: 0 for most messages.</summary>
    public static long BeginWork() => SamplingRandom.Next() < SamplingRandom.Always >> WorkShift ? Stopwatch.GetTimestamp() : 0;

    public void EndWork(long begun)
    {
        if (begun != 0)
        {
            Interlocked.Add(ref _workTicks, (Stopwatch.GetTimestamp() - begun) << WorkShift);
        }
    }

    /// <summary>Creates a rate for other messages, which follows the settings too. The caller must create only a limited number.</summary>
    public TimingRate NewRate()
    {
        var rate = newRate();
        _otherRates.Enqueue(rate);
        return rate;
    }

    /// <summary>Called once for each actor.</summary>
    /// <param name="name">Readable name of the actor's type.</param>
    /// <param name="category">The actors' kind; null for the application's own, unless the system's are instrumented too.</param>
    public ActorTypeInfo ActorType(string name, string? category) => _actorTypes.For(new(name, category));

    /// <summary>Called once for each mailbox, even while metrics are off, because they may be switched on.</summary>
    public DispatcherMeter Dispatcher(string id) =>
        _dispatchers.GetOrAdd(id, static (id, self) => new DispatcherMeter(self.Tags, id, self._newRunRate(), self.RareEvents?.WatchWaits(id)), this);

    /// <summary>Changes the number of messages that are timed per second and actor type, and of runs per second and dispatcher; 0 for all.</summary>
    public void Limit(int timedPerSecond, int timedRunsPerSecond)
    {
        foreach (var (rate, isOfRuns) in Rates())
        {
            rate.Limit(isOfRuns ? timedRunsPerSecond : timedPerSecond);
        }
    }

    /// <summary>Called every tenth of a second while messages are timed.</summary>
    public void Adapt()
    {
        foreach (var (rate, _) in Rates())
        {
            rate.Adapt();
        }
    }

    private IEnumerable<(TimingRate Rate, bool IsOfRuns)> Rates() =>
        _actorTypes.Select(static actor => (actor.Timing, false))
            .Concat(_otherRates.Select(static rate => (rate, false)))
            .Concat(_dispatchers.Select(static dispatcher => (dispatcher.Value.Timing, true)));

    // It is a class, because the runtime has compiled dictionaries for all classes, but compiles them for each struct at its first use.
    private sealed record ActorTypeKey(string Name, string? Category);
}
