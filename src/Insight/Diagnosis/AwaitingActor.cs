namespace AkkaInstrumentation;

/// <summary>Messages wait because the handler of the one before awaits.</summary>
internal static class AwaitingActor
{
    private const string Do =
        "Give that call a time-out; start it with PipeTo if the actor may take other messages meanwhile; or use several actors.";

    // Seconds. An await that has taken so long has no span to look at. What waits behind shorter ones waits for other messages.
    private const double Stuck = 1;

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var behind = seen.Mailboxes
            .Where(mailbox => IsLong(seen, mailbox))
            .ToLookup(mailbox => (mailbox.ActorType, Message: mailbox.Message ?? ""));
        var alone = seen.Found.Awaiting.Worst.ToLookup(work => (work.ActorType, work.Message));
        return
            from key in behind.Select(same => same.Key).Union(alone.Select(same => same.Key))
            let worst = behind[key].MaxBy(mailbox => mailbox.Seconds)
            let work = worst?.Work is { State: AkkaWorkState.Awaiting } own ? own : worst is null ? alone[key].First() : null
            let asked = Asked(seen, key.ActorType)
            select new AkkaCause(
                AkkaCauseKinds.Awaiting,
                $"{key.ActorType} awaits a slow answer{(asked is null ? "" : $" of {asked.Receiver}")} "
                    + $"in {(key.Message.Length > 0 ? key.Message : "its handler")}, and takes no other message meanwhile.",
                AkkaCertainty.Certain,
                key.ActorType)
            {
                Path = worst?.Path ?? work!.Path,
                Seconds = Math.Max(worst?.Seconds ?? 0, work?.Seconds ?? 0),
                Evidence =
                [
                    .. worst?.Evidence() ?? [],
                    .. worst is null || work is { Seconds: >= Stuck } ? [work!.ToString()] : Array.Empty<string>(),
                    .. alone[key].Count() > 1 ? [CauseText.Text($"{alone[key].Count()} of its actors await for long")] : Array.Empty<string>(),
                    .. asked is null ? seen.FlowsTo(key.ActorType) : [.. seen.FlowsTo(key.ActorType), CauseText.Flow(asked)],
                ],
                Next = $"{LookAt(work)} {Do}",
            };
    }

    /// <summary>Whether an actor awaits for so long that this is why messages wait: for a second, for most of their wait, or taking none.</summary>
    public static bool IsLong(Symptoms seen, TroubledMailbox mailbox)
    {
        var taken = seen.Flows.Where(flow => flow.Receiver == mailbox.ActorType).ToList();
        return mailbox.IsMostly(ActorDoing.Awaiting)
            && (taken.Any(flow => flow.Message == mailbox.Message && flow.WorkSeconds >= Stuck)
                || (mailbox.Work is { State: AkkaWorkState.Awaiting, Seconds: var seconds }
                    ? seconds >= Stuck || 2 * seconds >= mailbox.OldestSeconds
                    : taken.Count == 0));
    }

    // The actor that it sends to and that takes most of the time of its own handler; null for none.
    private static AkkaFlow? Asked(Symptoms seen, string actor)
    {
        var own = seen.Flows.Where(flow => flow.Receiver == actor).Max(flow => flow.WorkSeconds);
        return seen.Flows.Where(flow => flow.Sender == actor && flow.Receiver != actor && flow.Address is null && Time(flow) >= own / 2).MaxBy(Time);

        static double Time(AkkaFlow flow) => (flow.WaitSeconds ?? 0) + (flow.WorkSeconds ?? 0);
    }

    // The span of a handler that has not ended is not exported yet. What it has called is.
    private static string LookAt(AkkaMessageAtWork? work) =>
        work is not { Seconds: >= Stuck } ? "Look at the slowest traces of this type for what the handler awaits."
        : work.TraceId is null ? "What does this handler call that has not answered? A dump shows it (dotnet-dump, dumpasync)."
        : $"Look at the log lines and the calls that have ended in trace {work.TraceId}: "
            + "it awaits what comes next. A dump shows it too (dotnet-dump, dumpasync).";
}
