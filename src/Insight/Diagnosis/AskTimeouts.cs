namespace AkkaInstrumentation;

/// <summary>
/// Questions time out: the asker fails, or the answer comes late. The asked actor is known if Asks are measured. Otherwise only a late answer shows
/// which actor was asked.
/// </summary>
internal static class AskTimeouts
{
    public const string TimeOut = "Akka.Actor.AskTimeoutException";

    private const int Often = 10;
    private const string Next =
        "Follow one such question in its trace to the actor that answers late. A time-out further up the chain must be longer than those below it.";

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var late = seen.Found.Losing.Worst.Where(loss => loss.Latest.Reason == AkkaLossReasons.LateReply).ToList();
        var failing = seen.Found.Failing.Worst.Where(failure => failure.Latest.Error == TimeOut).ToList();
        if (late.Count == 0 && failing.Count == 0 && seen.TimedOut.Sum(asked => asked.Count) < Often)
        {
            yield break;
        }

        // A question that became a dead letter shows which actor does not answer, even if Asks are not measured.
        var gone = seen.Found.Losing.Worst.FirstOrDefault(loss => loss.Latest.Reason == AkkaLossReasons.Undelivered
            && failing.Any(failure => failure.Latest.ActorType == loss.Latest.Sender) && !GoneReceivers.IsExplained(seen, loss))?.Latest;
        if (gone is { } lost)
        {
            yield return new AkkaCause(AkkaCauseKinds.AskTimeout,
                $"{lost.MessageType} from {lost.Sender} to {ActorTypeNames.PathOf(lost.Recipient)}, "
                    + $"{LostMessageCauses.Missing(seen, lost)}, times out.",
                AkkaCertainty.Likely, lost.Sender)
            {
                Subject = failing.First(failure => failure.Latest.ActorType == lost.Sender).Latest.Path,
                Seconds = failing.Max(failure => failure.Seconds),
                Evidence = [.. failing.Select(FailingHandlers.Evidence)],
                NextStep = LostMessageCauses.MissingNext,
            };
            yield break;
        }

        var told = failing.Where(failure => failure.Latest.IsMessage).ToList();
        if (told.Count > 0)
        {
            foreach (var failure in told)
            {
                yield return Told(seen, failure, late);
            }

            yield break;
        }

        var asked = seen.TimedOut.Count > 0 ? seen.TimedOut[0] : null;
        var answering = late.Select(loss => loss.Latest.Sender).FirstOrDefault(sender => IsApplications(seen, sender));
        var actor = asked is null ? answering ?? "" : Receiver(seen, asked.Latest);
        var chain = actor.Length > 0 ? WaitingChain.From(seen, actor) : null;
        var isFurther = chain?.Last is not null;
        yield return new AkkaCause(AkkaCauseKinds.AskTimeout,
            What(asked?.Latest, actor) + (isFurther ? $" {chain!.LastName} holds it up: {chain.Does}." : ""),
            actor.Length > 0 ? AkkaCertainty.Likely : AkkaCertainty.Possible, isFurther ? chain!.Last! : actor)
        {
            Subject = (isFurther ? chain!.Path : asked?.Latest.Path) ?? failing.FirstOrDefault()?.Latest.Path ?? "",
            Seconds = late.Select(loss => loss.Seconds).Concat(failing.Select(failure => failure.Seconds)).Append(asked?.Seconds ?? 0).Max(),
            Evidence =
            [
                .. seen.TimedOut.Take(3).Select(Evidence),
                .. isFurther ? chain!.Evidence() : [],
                .. late.Select(LateEvidence),
                .. failing.Select(FailingHandlers.Evidence),
                .. actor.Length > 0 ? seen.FlowsTo(actor) : [],
            ],
            NextStep = Next,
        };
    }

    // The asker gets the time-out as a message, which does not contain the asked actor. Its measured Asks show that actor, or the flows do if the
    // asker sends to only one type.
    private static AkkaCause Told(Symptoms seen, Repeated<ActorFailure> failure, List<Repeated<MessageLoss>> late)
    {
        var asker = failure.Latest.ActorType;
        var asked = seen.TimedOut.Where(one => one.Latest.Asker == asker).ToList();
        var open = seen.Open.Where(one => one.Asker == asker).ToList();
        var receivers = asked.Count > 0 ? [Receiver(seen, asked[0].Latest)]
            : open.Count > 0 ? open.Select(one => one.Receiver.StartsWith('_') ? "" : one.Receiver).Distinct().Take(2).ToList()
            : seen.Flows.Where(flow => flow.SenderType == asker && flow.ReceiverType != asker && IsApplications(seen, flow.ReceiverType))
                .Select(flow => flow.ReceiverType).Distinct().Take(2).ToList();
        var actor = receivers.Count == 1 ? receivers[0] : "";
        return new AkkaCause(AkkaCauseKinds.AskTimeout,
            FailureMessages.What(failure, actor.Length == 0 && asked.Count > 0 ? asked[0].Latest.Path : actor), AkkaCertainty.Likely, actor)
        {
            Subject = failure.Latest.Path,
            Seconds = failure.Seconds,
            Evidence =
            [
                FailingHandlers.Evidence(failure),
                .. asked.Take(3).Select(Evidence),
                .. open.Take(3).Select(one => $"{one}"),
                .. late.Where(loss => loss.Latest.ActorType == asker || loss.Latest.Sender == actor).Select(LateEvidence),
                .. actor.Length > 0 ? seen.FlowsTo(actor) : [],
            ],
            NextStep = Next,
        };
    }

    private static string LateEvidence(Repeated<MessageLoss> loss) =>
        CauseText.Text($"{loss.Count} answers {loss.Latest.MessageType} came after the time-out, in 60 s");

    /// <summary>An Ask inside an actor fails in that actor. Other Asks are known only if they are measured.</summary>
    public static IEnumerable<string> Unchecked(Symptoms seen) =>
        seen.SeesAsks || seen.Flows.All(flow => flow.SenderType != FoldedNames.Ask || flow.Category is not null) ? []
        : ["Asks from outside of actors that time out: Akka's own actor reference provider does not measure them"];

    public static string Evidence(Repeated<AskTimeout> asked) => CauseText.Text(
        $"{asked.Count} {asked.Latest.Question} from {FoldedWords.Who(asked.Latest.Asker)} to {asked.Latest.Path} timed out in 60 s");

    private static string What(AskTimeout? asked, string actor) => asked is not { } question
        ? $"Asks time out{(actor.Length > 0 ? $": {actor} answers too late" : "")}."
        : $"{question.Question} from {FoldedWords.Who(question.Asker)} to {(actor.Length > 0 ? actor : question.Path)} times out.";

    // A region or proxy passes the question on. The flow ends at the application's actor, if that actor gets the question at all.
    private static string Receiver(Symptoms seen, AskTimeout asked)
    {
        if (asked.Receiver.Length > 0)
        {
            return asked.Receiver.StartsWith('_') ? "" : asked.Receiver;
        }

        var receivers = seen.Flows
            .Where(flow => flow.MessageType == asked.Question && flow.ReceiverType != asked.Asker && IsApplications(seen, flow.ReceiverType))
            .Select(flow => flow.ReceiverType).Distinct().Take(2).ToList();
        return receivers.Count == 1 ? receivers[0] : "";
    }
    private static bool IsApplications(Symptoms seen, string actor) => !actor.StartsWith('_') && !seen.Infrastructure.Contains(actor);
}
