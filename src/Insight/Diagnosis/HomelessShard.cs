namespace AkkaInstrumentation;

/// <summary>Messages wait in a shard region for seconds, because the region does not know the home of their shard.</summary>
internal static class HomelessShard
{
    // Seconds. Normally a home is known within milliseconds, and after a hand-off within a second or two.
    private const double Long = 5;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from buffer in seen.Buffers
        where buffer.OldestSeconds >= Long
        select new AkkaCause(
            AkkaCauseKinds.HomelessShard,
            $"Messages to {buffer.Type} wait in their region for the home of their shard, the oldest for {CauseText.Seconds(buffer.OldestSeconds)}.",
            AkkaCertainty.Certain,
            actor: "")
        {
            Subject = $"{EntityPath.Root}{buffer.Type}",
            Seconds = buffer.OldestSeconds,
            Evidence = [CauseText.Text($"{buffer.Messages} messages wait, most of them {buffer.Message}")],
            NextStep = "Is the coordinator's node (the oldest with the role) reachable, does a node with the role for shards live, "
                + "and does moving a shard take that long?",
        };
}
