namespace AkkaInstrumentation;

/// <summary>
/// The latest lost message of one kind: <see cref="AkkaInsight.LostMessages"/>. It has no reference to the message or an actor. Immutable.
/// </summary>
public sealed record AkkaLostMessage
{
    /// <summary>The largest number of kinds that are listed.</summary>
    public const int MaxMessages = 100;

    /// <summary>Why it was lost: one of <see cref="AkkaLossReasons"/>.</summary>
    public required string Reason { get; init; }

    /// <summary>Readable name of the message's type.</summary>
    public required string MessageType { get; init; }

    /// <summary>The recipient's path, without its own node's address; <c>/temp/_ask</c> for an <c>Ask</c> that had ended.</summary>
    public required string ReceiverPath { get; init; }

    /// <summary>The sender's path; <c>_timer</c> for a scheduled message without a sender; null for none.</summary>
    public string? SenderPath { get; init; }

    /// <summary>When it was lost, UTC.</summary>
    public required DateTimeOffset LostAt { get; init; }

    /// <summary>Hex digits of the trace in which it was lost, sampled or not; null for none.</summary>
    public string? TraceId { get; init; }

    /// <summary>
    /// How many messages of its kind were lost: of one reason, recipient type, message type and sender type. Messages that were lost more than an
    /// hour ago may be missing.
    /// </summary>
    public required long Count { get; init; }

    internal static IReadOnlyList<AkkaLostMessage> Read(RecentEvents<MessageLoss> losses) =>
    [
        .. from same in losses.Read().OrderByDescending(same => same.Last).Take(MaxMessages)
           let lost = same.Latest
           select new AkkaLostMessage
           {
               Reason = lost.Reason,
               MessageType = lost.MessageType,
               ReceiverPath = lost.Reason == AkkaLossReasons.LateReply ? FoldedNames.AskPath : ActorTypeNames.PathOf(lost.Recipient),
               SenderPath = lost.SenderPath is { } sender ? ActorTypeNames.PathOf(sender)
                   : lost.Sender == FoldedNames.Timer ? FoldedNames.Timer : null,
               LostAt = Ticks.ToUtc(same.Last),
               TraceId = lost.Trace == default ? null : lost.Trace.ToHexString(),
               Count = same.Total,
           },
    ];
}
