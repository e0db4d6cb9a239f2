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
        new PassingMessageQueue(instrumentation, system.Settings);

    private protected override IMessageQueue Plain(IActorRef owner, ActorSystem system) => new LoggerMailbox(owner, system);
}

/// <summary>
/// Recognises the system actors on the way of log events. Most loggers require a queue for loggers. Those that do not, and Akka's own listeners, have
/// the default mailbox, and only their names tell what they are (<c>LoggingBus</c>, <c>ActorSystemImpl</c>, Akka 1.5.71). A test fails when these change.
/// </summary>
internal static class LogActors
{
    /// <summary>Whether Akka has started this actor because <c>akka.loggers</c> names it.</summary>
    public static bool IsLogger(ActorPath path) => path.Elements is ["system", ['l', 'o', 'g', >= '0' and <= '9', ..] name] && name.Contains('-', StringComparison.Ordinal);

    /// <summary>Whether this actor logs dead letters or unhandled messages.</summary>
    public static bool IsListener(ActorPath path) => path.Elements is ["system", "deadLetterListener" or "UnhandledMessageForwarder"];
}
