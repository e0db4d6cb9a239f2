using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A journal takes long to write. A persistent actor keeps its commands in a stash of its own meanwhile, so no mailbox grows and no message is old.
/// </summary>
internal static class SlowStore
{
    private const double Long = 0.5;

    // One slow write among others is no slow store.
    private const int Several = 3;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from journal in seen.Journals
        where journal.SlowRequests >= Several && journal.MeanSeconds >= Long
        let isHeldUp = seen.Found.Starved.Count > 0 || seen.PoolWaitSeconds > 0 || seen.Process.Pauses is { Share: >= LongPauses.Much }
        let mean = CauseText.Seconds(journal.MeanSeconds)
        select new AkkaCause(
            AkkaCauseKinds.SlowStore, $"{journal.Store} takes {mean} to write for {FoldedNames.Who(journal.ActorType)}.",
                isHeldUp ? AkkaCertainty.Likely : AkkaCertainty.Certain, journal.ActorType)
        {
            Evidence =
            [
                CauseText.Text($"{journal.PerMinute:0} writes a minute, {mean} from the request to the answer on average"),
                "their commands wait in the actor's own stash, which is not counted",
                .. seen.FlowsTo(journal.ActorType),
            ],
            Next = "Look at the database: its load, locks, the network. Fewer and larger writes (PersistAll, PersistAsync) wait less often.",
        };
}

/// <summary>What a journal took to write for actors of a type, in the last half to one minute.</summary>
/// <param name="ActorType">Readable name of the actors' type.</param>
/// <param name="Store">The id of the journal.</param>
/// <param name="MeanSeconds">Its mean time from a request to the answer, without those that failed.</param>
/// <param name="PerMinute">Requests a minute, estimated.</param>
/// <param name="SlowRequests">Those of the measured requests that were slow, see <see cref="JournalTimes.Slow"/>.</param>
internal sealed record SlowJournal(string ActorType, string Store, double MeanSeconds, double PerMinute, int SlowRequests)
{
    /// <summary>The journals that have been slow.</summary>
    /// <param name="types">The actor types.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static IEnumerable<SlowJournal> Read(IEnumerable<ActorTypeInfo> types, long now) =>
        from type in types
        where type.HasJournal
        let times = type.Journal.Read(now)
        where times.Slow.Timed > 0
        select new SlowJournal(type.Name, type.Journal.Store, Ticks.ToSeconds(times.All.WorkTicks) / times.All.Messages,
            60 * times.All.Messages / ActorLoad.CoveredSeconds(now), times.Slow.Timed);
}
