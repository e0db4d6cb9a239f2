namespace AkkaInstrumentation;

/// <summary>Actors of one type are started and not stopped, minute after minute: nobody ends them, and their memory is never free.</summary>
internal static class ActorLeak
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from type in seen.Growing
        let who = FoldedNames.Who(type.ActorType)
        select new AkkaCause(AkkaCauseKinds.ActorLeak, $"Ever more actors {who} live: they are started and not stopped.",
            AkkaCertainty.Possible, type.ActorType)
        {
            Path = type.Path,
            Seconds = type.Seconds,
            Evidence =
            [
                CauseText.Text($"{type.Live} live, {type.More} more than {type.Seconds / 60:0.#} min ago, and more in each minute"),
                type.Stopped == 0 ? "none has stopped" : CauseText.Text($"{type.Stopped} have stopped"),
                .. type.Path.Length > 0 ? [$"one of them is {type.Path}"] : Array.Empty<string>(),
            ],
            Next = "Who starts them, and what stops them (Context.Stop, a ReceiveTimeout, passivation)? If the system still loads or warms up, wait.",
        };
}

/// <summary>An actor type of which more actors live in each minute.</summary>
/// <param name="ActorType">Readable name of the type.</param>
/// <param name="Path">The path of one of them, mostly the latest, without the address; empty for none.</param>
/// <param name="Live">How many live.</param>
/// <param name="More">How many more than at the begin of the time.</param>
/// <param name="Stopped">How many have stopped in the time.</param>
/// <param name="Seconds">The length of the time.</param>
internal sealed record GrowingType(string ActorType, string Path, long Live, long More, long Stopped, double Seconds)
{
    private const int Many = 1_000;

    private const int EachMinute = 10;

    /// <summary>Whether a type grows and goes on: a system that loads or warms up slows down before it has all its actors.</summary>
    /// <param name="minutes">Its counts at the begin of each minute, and now.</param>
    public static bool Grows(IReadOnlyList<ActorCounts> minutes)
    {
        var (first, now, whole) = (minutes[0], minutes[^1], minutes.Count - 2);
        return now.Live > Many
            && now.Live >= minutes[^2].Live
            && Enumerable.Range(0, whole).All(minute => minutes[minute + 1].Live - minutes[minute].Live >= EachMinute)
            && 2 * whole * (minutes[^2].Live - minutes[^3].Live) >= minutes[^2].Live - first.Live
            && 20 * (now.Stopped - first.Stopped) <= now.Started - first.Started;
    }
}
