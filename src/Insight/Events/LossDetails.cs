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
