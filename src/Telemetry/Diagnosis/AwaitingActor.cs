namespace AkkaInstrumentation;

/// <summary>Messages wait because the handler of the one before awaits.</summary>
internal static class AwaitingActor
{
    /// <summary>Seconds that are long for an answer.</summary>
    public const double Slow = 0.1;

    private const string Do =
        "Give that call a time-out; start it with PipeTo if the actor may take other messages meanwhile; or use several actors.";

    // An await that has taken so long has no span to look at.
    private const double Stuck = 1;

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var behind = seen.Mailboxes
            .Where(mailbox => mailbox.IsMostly(ActorDoing.Awaiting))
            .ToLookup(mailbox => (mailbox.ActorType, Message: mailbox.Message ?? ""));
        var alone = seen.Found.Awaiting.Worst.ToLookup(work => (work.ActorType, work.Message));
        return
            from key in behind.Select(same => same.Key).Union(alone.Select(same => same.Key))
            let worst = behind[key].MaxBy(mailbox => mailbox.Seconds)
            let work = worst?.Work is { State: AkkaWorkState.Awaiting } own ? own : worst is null ? alone[key].First() : null
            let asked = seen.Flows.Where(flow => flow.Sender == FoldedNames.Ask && flow.Receiver != key.ActorType).MaxBy(Took)
            select new AkkaCause(
                "awaiting",
                $"{key.ActorType} awaits in {(key.Message.Length > 0 ? key.Message : "its handler")} and takes no other message meanwhile.",
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
                    .. seen.FlowsTo(key.ActorType),
                    .. asked is null || Took(asked) < Slow
                        ? Array.Empty<string>()
                        : [$"the slowest that actors are asked for: {CauseText.Flow(asked)}"],
                ],
                Next = worst is not null && seen.IsOverrun(worst) ? Overload.Next : $"{LookAt(work)} {Do}",
            };
    }

    // The span of a handler that has not ended is not exported yet. What it has called is.
    private static string LookAt(AkkaMessageAtWork? work) =>
        work is not { Seconds: >= Stuck } ? "Look at the slowest traces of this type for what the handler awaits."
        : work.TraceId is null ? "What does this handler call that has not answered? A dump shows it (dotnet-dump, dumpasync)."
        : $"Look at the log lines and the calls that have ended in trace {work.TraceId}: it awaits what comes next. A dump shows it too (dotnet-dump, dumpasync).";

    public static double Took(AkkaFlow flow) => (flow.WaitSeconds ?? 0) + (flow.WorkSeconds ?? 0);
}
