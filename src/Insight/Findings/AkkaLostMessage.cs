namespace AkkaInstrumentation;

/// <summary>
/// The latest lost message of one kind: <see cref="AkkaInsightExtensions.LostMessages"/>. It has no reference to the message or an actor. Immutable.
/// </summary>
/// <param name="Reason">
/// <c>undelivered</c>, <c>dropped</c> or <c>late_reply</c> as in <c>akka.dead_letter.reason</c>; <c>unhandled</c>; <c>given-up</c> (code published <c>Dropped</c>);
/// <c>full-region</c> (a shard region had no place for it).
/// </param>
/// <param name="MessageType">Readable name of the message's type.</param>
/// <param name="Recipient">The recipient's path, without its own node's address; <c>/temp/_ask</c> for an <c>Ask</c> that had ended.</param>
/// <param name="Sender">The sender's path; null for none.</param>
/// <param name="At">When it was lost, UTC.</param>
/// <param name="TraceId">Hex digits of the trace in which it was lost, sampled or not; null for none.</param>
/// <param name="Count">How many messages of its kind were lost: of one reason, recipient type, message type and sender type. Those of more than an hour ago may be missing.</param>
public sealed record AkkaLostMessage(string Reason, string MessageType, string Recipient, string? Sender, DateTime At, string? TraceId, long Count)
{
    /// <summary>The largest number of kinds that are listed.</summary>
    public const int MaxMessages = 100;

    internal static IReadOnlyList<AkkaLostMessage> Read(RecentEvents<MessageLoss> losses) =>
    [
        .. from same in losses.Read().OrderByDescending(same => same.Last).Take(MaxMessages)
           let lost = same.Latest
           select new AkkaLostMessage(
               lost.Reason,
               lost.MessageType,
               lost.Reason == "late_reply" ? FoldedNames.AskPath : ActorTypeNames.PathOf(lost.Recipient),
               lost.SenderPath is { } sender ? ActorTypeNames.PathOf(sender) : null,
               Ticks.ToUtc(same.Last),
               lost.Trace == default ? null : lost.Trace.ToHexString(),
               same.Total),
    ];
}
