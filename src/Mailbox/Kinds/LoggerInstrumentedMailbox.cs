using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of the mailbox that Akka gives to loggers. Use it in the place of
/// <c>akka.actor.mailbox.logger-queue</c>, or by the id <see cref="InstrumentationConfig.LoggerMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings, given by Akka.</param>
/// <param name="config">The mailbox' section, given by Akka.</param>
public sealed class LoggerInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<LoggerInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(InstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new LoggerInstrumentedMessageQueue(instrumentation, owner, system.Settings);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new LoggerMailbox(owner, system);
}
