using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented counterpart of the mailbox that Akka uses for loggers. Use it instead of <c>akka.actor.mailbox.logger-queue</c>, or by the id
/// <see cref="AkkaInstrumentationConfig.LoggerMailboxId"/>.
/// </summary>
/// <param name="settings">The actor system's settings. Akka passes them.</param>
/// <param name="config">The mailbox's section. Akka passes it.</param>
public sealed class LoggerInstrumentedMailbox(Settings settings, Config config)
    : InstrumentedMailboxType(settings, config), IProducesMessageQueue<LoggerInstrumentedMessageQueue>
{
    private protected override IMessageQueue Instrumented(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new LoggerInstrumentedMessageQueue(instrumentation, owner, system.Settings);

    private protected override IMessageQueue Passing(AkkaInstrumentationExtension instrumentation, IActorRef owner, ActorSystem system) =>
        new PassingLoggerMessageQueue(instrumentation, system.Settings);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new LoggerMailbox(owner, system);
}
