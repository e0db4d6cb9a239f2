namespace AkkaInstrumentation;

/// <summary>A serializer cannot read a message of another node, or cannot write one to it. Akka drops the message and writes only a log
/// line.</summary>
internal static class UnreadableMessages
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Unreadable.GroupBy(one => (one.Latest.IsSent, one.Latest.Address, one.Latest.MessageType))
        let worst = same.MaxBy(one => one.Count)!.Latest
        let what = worst.IsSent
            ? $"{worst.MessageType} to {worst.Node} cannot be written here"
            : $"{worst.MessageType} from {worst.Node} cannot be read here"
        let error = FailureWords.Error(worst.Error, worst.Text)
        select new AkkaCause(AkkaCauseKinds.UnreadableMessage, $"{what}: {error}.", AkkaCertainty.Certain, actor: "")
        {
            Subject = worst.Address == FoldedNames.Unknown ? "" : worst.Address,
            Seconds = same.Max(one => one.Seconds),
            Evidence = [.. same.Select(one => CauseText.Text($"{one.Count} were lost in 60 s with {one.Latest.Error}"))],
            NextStep = worst.IsSent
                ? "Can the message's serializer write this type? Give the type a serializer of its own (akka.actor.serialization-bindings)."
                : "Has that node another version of the message's type, or another serializer for it? "
                    + "Deploy who reads a new message before who sends it.",
        };
}
