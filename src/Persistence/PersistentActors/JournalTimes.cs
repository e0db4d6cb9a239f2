using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>The duration of one write of a persistent actor.</summary>
/// <param name="Ticks">From the command's handler to the journal's answer.</param>
/// <param name="Shift">It stands for 2^Shift writes.</param>
/// <param name="Tags">The attributes.</param>
/// <param name="Actor">The actor's type.</param>
/// <param name="Request">The time that the journal took for the request of the write; default if it is not known, or if another write of the request
/// has it.</param>
internal readonly record struct WriteMeasurement(
    long Ticks, int Shift, KeyValuePair<string, object?>[] Tags, ActorTypeInfo Actor, JournalAnswer Request = default) : IMeasurement
{
    /// <inheritdoc />
    public void Record()
    {
        if (Request.Ticks > 0)
        {
            JournalTimes.Of(Actor).Add(Request, Stopwatch.GetTimestamp());
        }

        WeightedTimestamp.Record(Instruments.WriteDuration, AkkaInstrumentation.Ticks.ToSeconds(Ticks), Shift, Tags, Actor.Timing.MaxTimes);
    }
}

/// <summary>When a write began.</summary>
/// <param name="Ticks"><see cref="Stopwatch"/> ticks, accurate to a hundredth of a second, or exact if the write is measured; 0 when the time is not
/// needed.</param>
/// <param name="Shift">It stands for 2^Shift writes, if it is measured.</param>
/// <param name="IsDrawn">Whether the duration is measured: this write was chosen at random, as messages are.</param>
internal readonly record struct WriteStart(long Ticks, int Shift, bool IsDrawn)
{
    /// <summary>A write begins now.</summary>
    /// <param name="timing">The rate of the actor's type; null for no measurement.</param>
    public static WriteStart Draw(TimingRate? timing)
    {
        if (timing is null || !Instruments.WriteDuration.Enabled)
        {
            return default;
        }

        var share = timing.Threshold;
        return SamplingRandom.Next() < share
            ? new(Stopwatch.GetTimestamp(), WeightedTimestamp.ShiftOf(share), IsDrawn: true) : new(CoarseClock.Now, 0, IsDrawn: false);
    }
}

/// <summary>A journal's answer to a request of a persistent actor.</summary>
/// <param name="Ticks">From the request to the arrival of the answer in the actor's mailbox. Waits in the actor's mailbox are not included.</param>
/// <param name="Shift">It stands for 2^Shift requests.</param>
/// <param name="Store">The id of the journal, if the answer is slow; null otherwise.</param>
internal readonly record struct JournalAnswer(long Ticks, int Shift, string? Store);

/// <summary>
/// The time that journals took to answer requests of actors of one type, in the last half to one minute, estimated from the measured writes; and the
/// attributes of these writes. Any thread; mostly the one that records <see cref="PendingMeasurements"/> writes.
/// </summary>
internal sealed class JournalTimes
{
    /// <summary>The time from which an answer counts as slow: half a second, in <see cref="Stopwatch"/> ticks.</summary>
    public static readonly long Slow = Stopwatch.Frequency / 2;

    // The entries end with the metrics of their actor systems.
    private static readonly ConditionalWeakTable<ActorTypeInfo, JournalTimes> All = [];

    private readonly ActorLoad _all = new();
    private readonly ActorLoad _slow = new();
    private volatile string _store = "";
    private KeyValuePair<string, object?>[]? _answered;

    /// <summary>The journal that was slow last; empty before.</summary>
    public string Store => _store;

    /// <summary>The times of an actor type, created at the first call.</summary>
    public static JournalTimes Of(ActorTypeInfo type) => All.GetOrCreateValue(type);

    /// <summary>The same; null if there are none yet.</summary>
    public static JournalTimes? Find(ActorTypeInfo type) => All.TryGetValue(type, out var times) ? times : null;

    /// <summary>The attributes of a write to which the journal has given this answer. Nearly all have the same, which is kept. Any thread.</summary>
    /// <param name="type">The actor type.</param>
    /// <param name="answer">The answer's word.</param>
    public KeyValuePair<string, object?>[] Answered(ActorTypeInfo type, string answer)
    {
        var known = _answered;
        return known is not null && ReferenceEquals(known[^1].Value, answer)
            ? known
            : _answered = [.. type.Tags, new(AkkaSpanAttributes.PersistenceAnswer, answer)];
    }

    public void Add(in JournalAnswer answer, long now)
    {
        _all.Served(answer.Ticks, 0, answer.Shift, now);
        if (answer.Store is { } store)
        {
            _slow.Served(answer.Ticks, 0, answer.Shift, now);
            _store = store;
        }
    }

    /// <summary>The sums of all answers, and of those that were slow.</summary>
    public (WorkSums All, WorkSums Slow) Read(long now) => (_all.Read(now), _slow.Read(now));
}
