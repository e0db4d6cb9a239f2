using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Gets the dead letters, unhandled messages and log lines that a system publishes. It is a reference without an actor, so it is called on the
/// publisher's thread, where the trace is current.
/// </summary>
internal sealed class TrackedEvents : MinimalActorRef, IDisposable
{
    private static long s_made;

    private readonly ActorSystem _system;
    private readonly ActionRecorder _recorder;

    public TrackedEvents(ActorSystem system, ActionRecorder recorder)
    {
        (_system, _recorder) = (system, recorder);

        // References of one path are equal, and the event stream would keep only the first.
        Path = new RootActorPath(Address.AllSystems) / $"AkkaInstrumentation.Testing-{Interlocked.Increment(ref s_made)}";
        system.EventStream.Subscribe(this, typeof(AllDeadLetters));
        system.EventStream.Subscribe(this, typeof(LogEvent));
    }

    public override ActorPath Path { get; }

    public override IActorRefProvider Provider => ((ExtendedActorSystem)_system).Provider;

    /// <summary>Returns a function that creates the entry for a published event from its cause; null if the event is not shown. Calls code of
    /// others.</summary>
    public static Func<TrackedStep?, object>? Read(object published)
    {
        switch (published)
        {
            // its sender expects it, so Akka does not report it
            case SuppressedDeadLetter:
                return null;
            case AllDeadLetters letter:
                var name = TypeNames.Get(InnerMessage.Unwrap(letter.Message).GetType());
                var (receiver, sender) = (MessageSpan.PathOf(letter.Recipient) ?? "nobody", MessageSpan.PathOf(letter.Sender));
                return cause => new TrackedLoss
                {
                    MessageType = name,
                    ReceiverPath = receiver,
                    SenderPath = sender,
                    IsUnhandled = letter is UnhandledMessage,
                    Cause = cause
                };
            case LogEvent log:
                var (level, text) = (log.LogLevel(), TextOf(log));
                return cause => new TrackedLogLine { Level = level, Source = log.LogSource, Text = text, Cause = cause };
            default:
                return null;
        }
    }

    public void Dispose() => _system.EventStream.Unsubscribe(this);

    /// <summary>Publisher's thread. Never throws.</summary>
    protected override void TellInternal(object message, IActorRef sender)
    {
        try
        {
            _recorder.Published(message);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Event, e);
        }
    }

    // never throws
    private static string TextOf(LogEvent log)
    {
        try
        {
            return $"{log.Message}";
        }
        catch (Exception e)
        {
            // an argument of the line; Akka's loggers report it too
            return $"{e.GetType()}: {e.Message}";
        }
    }
}
