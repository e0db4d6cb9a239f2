namespace AkkaInstrumentation;

/// <summary>Messages wait because the handler of the previous message awaits. If it awaits other actors, the last of these is named.</summary>
internal static class AwaitingActor
{
    private const string Do =
        "Give that call a time-out; start it with PipeTo if the actor may take other messages meanwhile; or use several actors.";

    // Seconds. An await of this length has no span yet to look at. Behind shorter awaits, messages wait for other messages.
    private const double Stuck = 1;

    // Of the actor types that wait for the same type, the one with most messages is reported.
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var all = Awaiting(seen);
        var heldUp = all.Where(one => one.Chain.Last is not null).GroupBy(one => one.Chain.LastName)
            .ToDictionary(same => same.Key, same => same.ToList());
        foreach (var (cause, _) in all.Where(one => one.Chain.Last is null))
        {
            // The last one awaits something else, which is the cause for all of them.
            yield return heldUp.Remove(cause.ActorType, out var behind) ? cause with
            {
                Evidence = [.. cause.Evidence, $"it holds up {Who([.. behind.Select(one => one.Cause.ActorType)])}", .. behind[0].Chain.Evidence()],
            } : cause;
        }

        foreach (var same in heldUp.Values)
        {
            yield return HeldUp(same[0].Chain, [.. same.Select(one => one.Cause)]);
        }
    }

    /// <summary>Whether an actor awaits long enough to explain the waiting messages: for a second, for most of their wait, or without taking any
    /// message.</summary>
    public static bool IsLong(Symptoms seen, TroubledMailbox mailbox)
    {
        // The mean of a minute contains messages from before its answers became slow.
        var taken = seen.Flows.Concat(seen.Latest).Where(flow => flow.ReceiverType == mailbox.ActorType).ToList();
        return mailbox.IsMostly(ActorDoing.Awaiting)
            && (taken.Any(flow => flow.MessageType == mailbox.Message && flow.WorkSeconds >= Stuck)
                || (mailbox.Work is { State: AkkaWorkState.Awaiting, Seconds: var seconds }
                    ? seconds >= Stuck || 2 * seconds >= mailbox.OldestSeconds
                    : taken.Count == 0));
    }

    /// <summary>The cause, about the actor that the others wait for.</summary>
    /// <param name="chain">The chain that leads to it.</param>
    /// <param name="waiting">The causes of the actors that wait, the worst first.</param>
    public static AkkaCause HeldUp(WaitingChain chain, IReadOnlyList<AkkaCause> waiting) =>
        waiting[0] with
        {
            Description = $"{chain.LastName} holds up {Who([chain.First, .. waiting.Select(cause => cause.ActorType)])}: {chain.Does}.",
            Certainty = chain.IsProven ? AkkaCertainty.Certain : AkkaCertainty.Likely,
            ActorType = chain.Last!,
            Subject = chain.Path,
            Evidence = [.. chain.Evidence(), .. waiting.SelectMany(cause => cause.Evidence.Take(2)).Distinct()],
            NextStep = (chain.Remote is not null ? "Look at that node's own diagnosis."
                    : chain.IsProven ? "Make its handler shorter, or use several of these actors."
                    : "What does it work on, or wait for? See its slowest traces.")
                + " Those who wait need a time-out, or PipeTo instead of an await, so that they take other messages meanwhile.",
        };

    private static string Who(IEnumerable<string> actors) => actors.Distinct().ToList() switch
    {
        [var one] => one,
        [var one, var other] => $"{one} and {other}",
        var all => CauseText.Text($"{all[0]} and {all.Count - 1} more types"),
    };

    private static List<(AkkaCause Cause, WaitingChain Chain)> Awaiting(Symptoms seen)
    {
        var behind = seen.Mailboxes
            .Where(mailbox => IsLong(seen, mailbox))
            .ToLookup(mailbox => (mailbox.ActorType, MessageType: mailbox.Message ?? ""));
        var alone = seen.Found.Awaiting.Worst.ToLookup(work => (work.ActorType, work.MessageType));
        return
        [
            .. from key in behind.Select(same => same.Key).Union(alone.Select(same => same.Key))
            let worst = behind[key].MaxBy(mailbox => mailbox.Seconds)
            let work = worst?.Work is { State: AkkaWorkState.Awaiting } own ? own : worst is null ? alone[key].First() : null
            let cause = new AkkaCause(
                AkkaCauseKinds.Awaiting,
                $"{key.ActorType} awaits a slow answer in {(key.MessageType.Length > 0 ? key.MessageType : "its handler")}, "
                    + "and takes no other message meanwhile.",
                AkkaCertainty.Certain,
                key.ActorType)
            {
                Subject = worst?.Path ?? work!.ActorPath,
                Seconds = Math.Max(worst?.Seconds ?? 0, work?.Seconds ?? 0),
                Evidence =
                [
                    .. worst?.Evidence() ?? [],
                    .. worst is null || work is { Seconds: >= Stuck } ? [work!.ToString()] : Array.Empty<string>(),
                    .. alone[key].Count() > 1 ? [CauseText.Text($"{alone[key].Count()} of its actors await for long")] : Array.Empty<string>(),
                    .. seen.FlowsTo(key.ActorType),
                ],
                NextStep = $"{LookAt(work)} {Do}",
            }
            orderby worst?.Depth ?? 0 descending
            select (cause, WaitingChain.From(seen, key.ActorType)),
        ];
    }

    // The span of a handler that has not ended is not exported yet. The spans of its calls are.
    private static string LookAt(AkkaMessageAtWork? work) =>
        work is not { Seconds: >= Stuck } ? "Look at the slowest traces of this type for what the handler awaits."
        : work.TraceId is null ? "What does this handler call that has not answered? A dump shows it (dotnet-dump, dumpasync)."
        : $"Look at the log lines and the calls that have ended in trace {work.TraceId}: "
            + "it awaits what comes next. A dump shows it too (dotnet-dump, dumpasync).";
}
