namespace AkkaInstrumentation;

/// <summary>An actor sends a message that fails to itself, again and again.</summary>
internal static class PoisonMessage
{
    private const int Often = 10;

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from flow in seen.Flows
        where flow.SenderType == flow.ReceiverType && flow.Failures >= Often && 2 * flow.Failures >= flow.Messages
        let failing = seen.Found.Failing.Worst.FirstOrDefault(failure => failure.Latest.ActorType == flow.ReceiverType && !failure.Latest.IsMessage)
        where failing is not null
        select new AkkaCause(AkkaCauseKinds.PoisonMessage, $"{flow.ReceiverType} sends itself {flow.MessageType} again, and it fails each time.",
            AkkaCertainty.Certain, flow.ReceiverType)
        {
            Subject = failing.Latest.Path,
            Seconds = failing.Seconds,
            Evidence = [CauseText.Flow(flow), FailingHandlers.Evidence(failing)],
            NextStep = "Count the attempts and give up after some; put the message aside, so that those behind it are handled.",
        };
}
