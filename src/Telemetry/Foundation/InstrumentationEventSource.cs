using System.Diagnostics.Tracing;

namespace AkkaInstrumentation;

/// <summary>Self-diagnostics of the instrumentation.</summary>
[EventSource(Name = "AkkaInstrumentation")]
internal sealed class InstrumentationEventSource : EventSource
{
    public static readonly InstrumentationEventSource Log = new();

    [Event(1, Level = EventLevel.Error, Message = "A {0} threw and is ignored. Further ones are only counted: {1}")]
    public void CallbackFailed(string kind, string exception) => WriteEvent(1, kind, exception);

    [Event(10, Level = EventLevel.Warning,
        Message = "{0}: the mailbox of {2} ({1}) has been growing for {5} s; {3} messages wait, {4} more each second. Main senders: {6}")]
    public void MailboxGrowing(string system, string actorType, string path, int depth, double perSecond, double seconds, string senders) =>
        WriteEvent(10, system, actorType, path, depth, perSecond, seconds, senders);

    [Event(11, Level = EventLevel.Informational,
        Message = "{0}: the mailbox of {2} ({1}) has recovered after {5} s; {3} messages wait, at most {4} did. Actor stopped: {6}")]
    public void MailboxRecovered(string system, string actorType, string path, int depth, int peak, double seconds, bool stopped) =>
        WriteEvent(11, system, actorType, path, depth, peak, seconds, stopped);

    [Event(12, Level = EventLevel.Warning, Message = "{0}: {2} ({1}) still blocks thread {4} ({5}) with {3}, for {7} s now, since {6}")]
    public void HandlerBlocking(
        string system, string actorType, string path, string messageType, int threadId, string threadName, string since, double seconds) =>
        WriteEvent(12, system, actorType, path, messageType, threadId, threadName, since, seconds);

    [Event(13, Level = EventLevel.Informational, Message = "{0}: {2} ({1}) no longer blocks thread {4} ({5}) with {3}, after {7} s, since {6}")]
    public void HandlerReturned(
        string system, string actorType, string path, string messageType, int threadId, string threadName, string since, double seconds) =>
        WriteEvent(13, system, actorType, path, messageType, threadId, threadName, since, seconds);

    [Event(20, Level = EventLevel.Warning, Message = "{0}: {1}")]
    public void SetupWarning(string system, string warning) =>
        WriteEvent(20, system, warning);
}
