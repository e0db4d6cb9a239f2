namespace AkkaInstrumentation;

/// <summary>Finds why messages are lost: their receiver does not handle them, a mailbox or a region's buffer is full, code gives up, or no actor is
/// at their path.</summary>
internal static class LostMessageCauses
{
    private const string NoSenderNext =
        "Who sends without a sender? Tell outside of actors and PipeTo have none unless one is given. Or do not answer if Sender.IsNobody().";

    public const string MissingNext = "Has the actor stopped, or is the path wrong? Watch the actor and stop sending when it is Terminated.";

    // Seconds.
    private const double Soon = 1;
    private const double Long = 5;

    public static IEnumerable<AkkaCause> Unhandled(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Unhandled,
        AkkaCauseKinds.Unhandled,
        loss => $"{loss.ActorType} does not handle {loss.MessageType}.",
        loss => $"in 60 s, the latest from {FoldedWords.Who(loss.Sender)}",
        "Is a handler missing, or is the actor in another behaviour (Become) than its sender expects?");

    public static IEnumerable<AkkaCause> FullMailbox(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Dropped,
        AkkaCauseKinds.FullMailbox,
        loss => $"The mailbox of {loss.ActorType} is full and drops {loss.MessageType}.",
        loss => $"dropped in 60 s, the latest from {FoldedWords.Who(loss.Sender)}",
        "Slow the sender down, make the handler shorter, or use a longer push time-out or a larger capacity if this is a short burst.",
        withFlows: true);

    public static IEnumerable<AkkaCause> FullRegion(Symptoms seen) => seen.Lost(
        AkkaLossReasons.FullRegion,
        AkkaCauseKinds.FullRegion,
        loss => $"The buffer of {loss.ActorType} {ActorTypeNames.PathOf(loss.Recipient)} is full: it drops {loss.MessageType}.",
        _ => "dropped in 60 s. A region keeps messages while their shard has no home, and drops those whose shard id is empty",
        "Is the coordinator's node reachable, and does a node with the role for shards live? Their homes are known when it answers.");

    public static IEnumerable<AkkaCause> LostBuffer(Symptoms seen) => seen.Lost(
        AkkaLossReasons.LostBuffer,
        AkkaCauseKinds.LostBuffer,
        loss => $"{loss.ActorType} {ActorTypeNames.PathOf(loss.Recipient)} stopped or restarted, and lost {loss.MessageType} that it kept.",
        _ => "were kept for a shard without a home, or for an entity that started again, and never arrived. Akka reports no dead letter",
        "Why has it stopped or restarted? Whoever sends what must not get lost has to repeat it until it is answered.",
        except: loss => seen.Found.Restarting.Worst.Any(actor => ShardingActors.Buffers(actor.Latest)
            && actor.Latest.Path == ActorTypeNames.PathOf(loss.Latest.Recipient)));

    public static IEnumerable<AkkaCause> GivenUp(Symptoms seen) => seen.Lost(
        AkkaLossReasons.GivenUp,
        AkkaCauseKinds.GivenUp,
        loss => $"Code published Dropped for {loss.MessageType}: {(loss.Detail.Length > 0 ? loss.Detail : "it gave no reason")}.",
        loss => $"given up in 60 s, the latest to {ActorTypeNames.PathOf(loss.Recipient)}",
        "Who publishes Akka's Dropped with that reason? A shard does while it cannot start an entity.");

    public static IEnumerable<AkkaCause> GoneNode(Symptoms seen) => seen.Lost(
        AkkaLossReasons.NodeGone,
        AkkaCauseKinds.GoneNode,
        loss => $"{loss.MessageType} from {FoldedWords.Who(loss.Sender)} to {(loss.Detail.Length > 0 ? loss.Detail : "another node")} "
            + "cannot be sent: the node is gone or quarantined.",
        _ => "became dead letters in 60 s",
        "Has the process ended or restarted? An address of it that somebody keeps is useless then: ask the cluster or the receptionist again. "
            + "A quarantined node has to restart.");

    public static IEnumerable<AkkaCause> Discarded(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Discarded,
        AkkaCauseKinds.Discarded,
        loss => $"{loss.ActorType} {ActorTypeNames.PathOf(loss.Recipient)} gives {loss.MessageType} to the dead letters"
            + (StoppedChild(seen, loss) is { } failed ? $" while {failed.ActorType} is stopped: {FailureWords.Error(failed)}." : "."),
        loss => $"in 60 s, the latest from {FoldedWords.Who(loss.Sender)}",
        "A BackoffSupervisor does so while its child is stopped: why has it stopped? WithReplyWhileStopped answers the sender meanwhile.",
        except: loss => GoneReceivers.IsExplained(seen, loss));

    public static IEnumerable<AkkaCause> NoSender(Symptoms seen) => seen.Lost(
        AkkaLossReasons.NoSender,
        AkkaCauseKinds.NoSender,
        loss => $"{Sentence(FoldedWords.Who(loss.Sender), loss)} answers {loss.MessageType} to nobody: the message that it answers had no sender.",
        _ => "became dead letters in 60 s",
        NoSenderNext)
        .Concat(seen.Lost(
            AkkaLossReasons.Undelivered,
            AkkaCauseKinds.NoSender,
            loss => $"{Sentence(FoldedWords.Who(loss.Sender), loss)} gives {loss.MessageType} to the dead letters.",
            _ => "became dead letters in 60 s, mostly as answers to messages that had no sender",
            NoSenderNext,
            except: loss => loss.Latest.ActorType != FoldedNames.None));

    public static IEnumerable<AkkaCause> NoSubscriber(Symptoms seen) => seen.Lost(
        AkkaLossReasons.NoSubscriber,
        AkkaCauseKinds.NoSubscriber,
        loss => $"Nobody has subscribed to the topic {loss.Detail}, to which {loss.MessageType} is published.",
        loss => $"published in 60 s, the latest by {FoldedWords.Who(loss.Sender)}",
        "Has the subscriber stopped, or does it use another name for the topic? A subscription takes a moment to be known on all nodes.");

    // If a store, a recovery or a start has stopped the receivers, that is the cause.
    public static IEnumerable<AkkaCause> MissingReceiver(Symptoms seen) => seen.Lost(
        AkkaLossReasons.Undelivered,
        AkkaCauseKinds.MissingReceiver,
        loss => $"{Sentence(FoldedWords.Who(loss.Sender), loss)} sends {loss.MessageType} to {ActorTypeNames.PathOf(loss.Recipient)}, "
            + $"{Missing(seen, loss)}.",
        _ => "became dead letters in 60 s",
        MissingNext,
        except: loss => loss.Latest.ActorType == FoldedNames.None || GoneReceivers.IsExplained(seen, loss) || IsOfTheStop(seen, loss))
        .Concat(
            from lost in seen.Found.Losing.Worst
            let loss = lost.Latest
            where loss.Reason == AkkaLossReasons.Undelivered && IsOfTheStop(seen, lost) && !GoneReceivers.IsExplained(seen, lost)
            let isAgain = IsAgain(lost)
            let isEntity = ActorTypeNames.PathOf(loss.Recipient).StartsWith(EntityPath.Root, StringComparison.Ordinal)
            select new AkkaCause(AkkaCauseKinds.MissingReceiver,
                isAgain
                    ? $"{FoldedWords.Who(loss.ActorType)} stops again and again while {loss.MessageType} for it waits or is on its way."
                    : $"{ActorTypeNames.PathOf(loss.Recipient)} {seen.Stopped(loss)} while {loss.MessageType} for it waited or was on its way.",
                AkkaCertainty.Certain, loss.ActorType)
            {
                Subject = ActorTypeNames.PathOf(loss.Recipient),
                Seconds = lost.Seconds,
                Evidence =
                [
                    CauseText.Text($"{lost.Count} {loss.MessageType} became dead letters in 60 s, the latest from {FoldedWords.Who(loss.Sender)}"),
                    $"{ActorTypeNames.PathOf(loss.Recipient)} stopped {CauseText.Seconds(StoppedBefore(seen, lost))} before",
                ],
                NextStep = isEntity
                    ? "Let the entity passivate (Context.Parent.Tell(new Passivate(...))) instead of stopping itself: "
                        + "its shard then keeps its messages."
                    : "What stops it? Let it end only when nothing is on its way: tell it to stop (PoisonPill), or tell those who send first.",
            });

    // The latest receiver had just stopped. Such losses happen at each stop, or are over. An actor that keeps sending to a receiver that is gone is a
    // separate cause.
    private static bool IsOfTheStop(Symptoms seen, Repeated<MessageLoss> lost) =>
        lost is { Latest.StoppedAt: > 0, LatestSeconds: { } latest } && StoppedBefore(seen, lost) < Soon && (IsAgain(lost) || latest > Long);

    private static bool IsAgain(Repeated<MessageLoss> lost) => lost.Seconds - lost.LatestSeconds > Long;

    // How long before the latest loss its receiver had stopped.
    private static double StoppedBefore(Symptoms seen, Repeated<MessageLoss> lost) =>
        Math.Max(0, Ticks.ToSeconds(seen.Now - lost.Latest.StoppedAt) - lost.LatestSeconds!.Value);

    public static string Missing(Symptoms seen, MessageLoss loss) =>
        loss.StoppedAt == 0 ? "where no actor is" : $"which {seen.Stopped(loss)}";

    private static ActorFailure? StoppedChild(Symptoms seen, MessageLoss loss) =>
        seen.Failures.Where(failed => failed.Latest.Parent == loss.ActorType && !failed.Latest.IsMessage).MaxBy(failed => failed.Last)?.Latest;

    // A word that is no type name is capitalized at the start of the sentence.
    private static string Sentence(string who, MessageLoss loss) => loss.Sender.StartsWith('_') ? $"{char.ToUpperInvariant(who[0])}{who[1..]}" : who;
}
