using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The queue of a logger that is not instrumented otherwise. What was current where an event was logged is current while the logger handles it.
/// </summary>
internal sealed class PassingLoggerMessageQueue(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system)
    : PassingMessageQueue(instrumentation), ILoggerMessageQueueSemantics
{
    // Written by the thread that runs the mailbox. A run that has been overtaken may read the next run's; it then only clears its thread another way.
    private LogActivity? _last;

    protected override void Handle(MessageOrigin? origin)
    {
        if (origin is null)
        {
            LogActivity.Leave(_last);
        }
        else
        {
            LogActivity.Enter(origin, ref _last);
        }
    }

    protected override void Rest() => LogActivity.Leave(_last);

    protected override void Lose() => System.Warnings.Say(
        $"The logger {owner.Path.ToStringWithoutAddress()} runs on a dispatcher that is not instrumented: its lines have no trace. See docs/telemetry.md, Logs.");

    protected override void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => Late(owner, envelope);

    protected override void Late(IActorRef receiver, Envelope envelope) => system.Settings.StdoutLogger.Tell(envelope.Message, envelope.Sender);
}
