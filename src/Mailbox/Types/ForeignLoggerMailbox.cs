using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Finds a mailbox for loggers that the application has written, in a system whose default mailbox is instrumented. It stays as it is, and the loggers' lines have no trace.
/// </summary>
internal static class ForeignLoggerMailbox
{
    private const string Akkas = "Akka.Event.LoggerMailboxType";

    public static IEnumerable<string> In(Settings settings) =>
        from binding in MailboxIds.Requirements(settings.Config)
        where binding.Requirement == typeof(ILoggerMessageQueueSemantics)
        let key = $"{binding.Id}.mailbox-type"
        let type = settings.Config.GetString(key)
        where type is not null && !type.StartsWith(Akkas, StringComparison.Ordinal) && NamedTypes.Find(type) != typeof(LoggerInstrumentedMailbox)
        select $"{key} = {type} serves the loggers and is not instrumented: lines that are logged through Akka have no trace and no span. "
            + $"Take it out, or bind loggers to {AkkaInstrumentationConfig.LoggerMailboxId}, if they need them.";
}
