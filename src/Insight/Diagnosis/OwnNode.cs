namespace AkkaInstrumentation;

/// <summary>This node itself is the cause: it was suspended, or it cannot reach most of the other nodes, which are unlikely to have all
/// failed.</summary>
internal static class OwnNode
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) => StoodStill(seen).Concat(CutOff(seen));

    private static IEnumerable<AkkaCause> StoodStill(Symptoms seen)
    {
        if (seen.Stood is { } stood && !(seen.Found.IsEmpty && seen.TimedOut.Count == 0))
        {
            yield return new AkkaCause(AkkaCauseKinds.StoodStill, $"This process {stood}.", AkkaCertainty.Certain, actor: "")
            {
                Subject = seen.Self,
                Seconds = stood.Seconds + stood.AgoSeconds,
                Evidence =
                [
                    "no thread of it ran: its own timer was late by that time",
                    .. seen.Found.Self.Worst.SelectMany(node => node.Away).Select(Away),
                    .. seen.Process.Pauses is { Share: >= LongPauses.Much } pauses
                        ? [$"the garbage collector stopped all threads for {LongPauses.Evidence(pauses)}"] : Array.Empty<string>(),
                ],
                NextStep = "Was it stopped, frozen with its machine, swapped out, or in a garbage collection? "
                    + "Messages, heartbeats and time-outs of that time are late because of it, here and on other nodes.",
            };
        }
    }

    private static IEnumerable<AkkaCause> CutOff(Symptoms seen) =>
        from node in seen.Found.Self.Worst
        where node.Stood is null
        select new AkkaCause(AkkaCauseKinds.CutOff, $"This node {node.What}.", AkkaCertainty.Likely, actor: "")
        {
            Subject = node.Address,
            Seconds = node.Seconds,
            Evidence = [.. node.Away.Select(Away)],
            NextStep = "Is this node's network or its machine the problem? Several others are rarely gone at once, unless somebody has stopped them. "
                + "The side with most members goes on, and downs this one.",
        };

    private static string Away(string address) => $"{address} cannot be reached from here";
}
