using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Describes messages that were lost, as far as they are known on the thread that publishes the dead letter. Publisher's thread.</summary>
internal static class LossDetails
{
    public static MessageLoss Of(in SeenLoss seen, ExtendedActorSystem system, ActorNames names)
    {
        var letter = seen.Letter;
        var loss = new MessageLoss(
            seen.Reason, (seen.Recipient ?? letter.Recipient ?? system.DeadLetters).Path, seen.ActorType, seen.MessageType, seen.Sender)
        {
            SenderPath = ActorTypeNames.PathOrNone(letter.Sender),
            Trace = System.Diagnostics.Activity.Current?.TraceId ?? default,
            Detail = seen.Detail,
        };

        // A late answer is published on the thread that answers. A region sends messages for which its full buffer has no place to the dead letters.
        return letter switch
        {
            Dropped { Reason: var reason } =>
                loss with { Reason = AkkaLossReasons.GivenUp, Detail = ForeignText.Clean(reason ?? "", MessageLoss.MaxDetail) },
            _ when loss.Reason is AkkaLossReasons.NoSubscriber or AkkaLossReasons.NodeGone or AkkaLossReasons.NoSender or AkkaLossReasons.Discarded =>
                loss,
            _ when loss.Reason == AkkaLossReasons.LateReply =>
                loss.Sender == FoldedNames.Unknown && InternalCurrentActorCellKeeper.Current is { } answers
                    ? loss with { SenderPath = answers.Self.Path, Sender = names.Get(answers.Self) }
                    : loss,
            DeadLetter { Sender: { } region } when loss.ActorType == FoldedNames.None && EventCounts.IsRegion(region) =>
                loss with
                {
                    Reason = AkkaLossReasons.FullRegion,
                    Recipient = region.Path,
                    ActorType = loss.Sender,
                    Sender = FoldedNames.Unknown,
                    SenderPath = null,
                },
            { Recipient: { } recipient } => loss with { StoppedAt = names.StoppedAt(recipient) },
            _ => loss,
        };
    }
}

/// <summary>A message that was lost, as the metrics count it. It must not be kept, because it refers to the message.</summary>
/// <param name="Letter">The dead letter that was published.</param>
/// <param name="Reason">One of <see cref="AkkaLossReasons"/>, or a reason of the metric of dead letters.</param>
/// <param name="ActorType">Readable name of the recipient's type.</param>
/// <param name="MessageType">Readable name of the message's type.</param>
/// <param name="Sender">Readable name of the sender's type.</param>
internal readonly record struct SeenLoss(AllDeadLetters Letter, string Reason, string ActorType, string MessageType, string Sender)
{
    /// <summary>The recipient, if it differs from that of the letter.</summary>
    public IActorRef? Recipient { get; init; }

    /// <summary>The topic without a subscriber, or the node that is gone; empty for none.</summary>
    public string Detail { get; init; } = "";
}
