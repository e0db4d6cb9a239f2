using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A journal takes long to write. Meanwhile, a persistent actor keeps its commands in an internal stash, so no mailbox grows and no message is old.
/// </summary>
internal static class SlowStore
{
    private const double Long = 0.5;

    // One slow write among others is no slow store.
    private const int Several = 3;

    // Seconds after which an unanswered write, or a command that waits for writes, is late.
    private const double Unanswered = 2;
    private const double LongWait = 5;

    private const string Advice =
        "Look at the database: its load, locks, the network. Fewer and larger writes (PersistAll, PersistAsync) wait less often.";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from journal in seen.Journals
        where journal.SlowRequests >= Several && journal.MeanSeconds >= Long
        let mean = CauseText.Seconds(journal.MeanSeconds)
        select new AkkaCause(
            AkkaCauseKinds.SlowStore, $"{journal.Store} takes {mean} to write for {FoldedWords.Who(journal.ActorType)}.",
                IsHeldUp(seen) ? AkkaCertainty.Likely : AkkaCertainty.Certain, journal.ActorType)
        {
            Evidence =
            [
                CauseText.Text($"{journal.PerMinute:0} writes a minute, {mean} from the request to the answer on average"),
                .. Behind(seen, journal.ActorType),
                .. seen.FlowsTo(journal.ActorType),
            ],
            NextStep = Advice,
        };

    /// <summary>Writes that have no answer yet, and commands that wait for many short writes.</summary>
    public static IEnumerable<AkkaCause> Waiting(Symptoms seen) =>
        from same in seen.Persisting.Where(IsLate).GroupBy(actor => actor.ActorType)
        where In(seen).All(known => known.ActorType != same.Key)
        let worst = same.MaxBy(actor => actor.WriteSeconds)!
        let commands = same.MaxBy(actor => actor.CommandSeconds)!
        let isUnanswered = worst.WriteSeconds >= Unanswered
        select new AkkaCause(
            AkkaCauseKinds.SlowStore,
            isUnanswered ? $"{worst.Store} has not answered a write for {same.Key} for {CauseText.Seconds(worst.WriteSeconds)}."
                : $"Commands of {same.Key} wait for its writes to {commands.Store}, the oldest for {CauseText.Seconds(commands.CommandSeconds)}.",
            isUnanswered && !IsHeldUp(seen) ? AkkaCertainty.Certain : AkkaCertainty.Likely,
            same.Key)
        {
            Subject = isUnanswered ? worst.Path : commands.Path,
            Seconds = Math.Max(worst.WriteSeconds, commands.CommandSeconds),
            Evidence = [.. Behind(seen, same.Key), .. seen.FlowsTo(same.Key)],
            NextStep = Advice,
        };

    private static bool IsLate(PersistingActor actor) =>
        actor.RecoverySeconds == 0 && (actor.WriteSeconds >= Unanswered || actor.CommandSeconds >= LongWait);

    private static bool IsHeldUp(Symptoms seen) =>
        seen.Found.Starved.Count > 0 || seen.PoolWaitSeconds > 0 || seen.Process.Pauses is { Share: >= LongPauses.Much };

    private static IEnumerable<string> Behind(Symptoms seen, string actorType)
    {
        List<PersistingActor> actors = [.. seen.Persisting.Where(actor => actor.ActorType == actorType)];
        if (actors.Sum(actor => actor.Commands) is > 0 and var commands)
        {
            yield return CauseText.Text($"{commands} commands wait for the writes of {CauseText.Count(actors.Count, "actor", "actors")}")
                + $", the oldest for {CauseText.Seconds(actors.Max(actor => actor.CommandSeconds))}";
        }
    }
}

/// <summary>The times that a journal took to write for actors of a type, in the last half to one minute.</summary>
/// <param name="ActorType">Readable name of the actors' type.</param>
/// <param name="Store">The id of the journal.</param>
/// <param name="MeanSeconds">Its mean time from a request to the answer, without failed requests.</param>
/// <param name="PerMinute">Requests a minute, estimated.</param>
/// <param name="SlowRequests">The number of measured requests that were slow, see <see cref="JournalTimes.Slow"/>.</param>
internal sealed record SlowJournal(string ActorType, string Store, double MeanSeconds, double PerMinute, int SlowRequests)
{
    /// <summary>The journals that have been slow.</summary>
    /// <param name="types">The actor types.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static IEnumerable<SlowJournal> Read(IEnumerable<ActorTypeInfo> types, long now) =>
        from type in types
        let journal = JournalTimes.Find(type)
        where journal is not null
        let times = journal.Read(now)
        where times.Slow.Timed > 0
        select new SlowJournal(type.Name, journal.Store, Ticks.ToSeconds(times.All.WorkTicks) / times.All.Messages,
            60 * times.All.Messages / ActorLoad.CoveredSeconds(now), times.Slow.Timed);
}
