using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A journal's answer to a request of a persistent actor.</summary>
/// <param name="Ticks">From the request to the arrival of the answer in the actor's mailbox. No wait in a mailbox of the actor is in it.</param>
/// <param name="Shift">It stands for 2^Shift requests.</param>
/// <param name="Store">The id of the journal, if the answer is slow; null otherwise.</param>
internal readonly record struct JournalAnswer(long Ticks, int Shift, string? Store);

/// <summary>
/// The time that journals took to answer requests of actors of one type, in the last half to one minute, estimated from the measured writes. Any
/// thread; mostly the one that records <see cref="PendingMeasurements"/> writes.
/// </summary>
internal sealed class JournalTimes
{
    /// <summary>An answer that took so long is slow: half a second, in <see cref="Stopwatch"/> ticks.</summary>
    public static readonly long Slow = Stopwatch.Frequency / 2;

    private readonly ActorLoad _all = new();
    private readonly ActorLoad _slow = new();
    private volatile string _store = "";

    /// <summary>The journal that was slow last; empty before.</summary>
    public string Store => _store;

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
