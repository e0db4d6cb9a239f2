using Akka.Actor;

namespace AkkaInstrumentation;

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
