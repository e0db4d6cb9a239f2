using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The queue of a system actor on the way of log events: a logger, or the listener that logs dead letters. Traces pass through its messages, and
/// nothing is recorded. Any thread enqueues. One thread at a time dequeues: the one that runs the mailbox.
/// </summary>
/// <param name="system">The actor system's instrumentation.</param>
/// <param name="logger">The system's settings if the actor is a logger. Its waiting messages go to the standard output, not to the dead
/// letters.</param>
internal sealed class LogMessageQueue(AkkaInstrumentationExtension system, Settings? logger = null)
    : RunnableQueue, IMessageQueue, IRunnable, IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    // The queue whose mailbox this thread runs. Without it, the end of a message would not be seen.
    [ThreadStatic]
    private static LogMessageQueue? t_running;

    // What is current on this thread while its actor handles an event of an unsampled trace.
    [ThreadStatic]
    private static NonRecordingActivity? t_activity;

    private FifoStore _store = new();

    // Null until something has been collected. The executor's own queue publishes it to the run.
    private Mailbox? _mailbox;

    /// <inheritdoc cref="ISystemObserver.LogQueueFor"/>
    public static LogMessageQueue? For(AkkaInstrumentationExtension system, IActorRef owner, Settings settings, bool isLogger) =>
        isLogger || LogActors.IsLogger(owner.Path) ? new(system, settings)
        : LogActors.IsListener(owner.Path) ? new(system)
        : null;

    public bool HasMessages => _store.Count > 0;

    public int Count => _store.Count;

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        var origin = system.RootsIfTracing is not null ? LogStamp.OriginOf(envelope.Message) : null;
        var stamped = new StampedEnvelope(envelope.Message, envelope.Sender, stamp: default, origin);
        if (!_store.TryAdd(stamped))
        {
            Late(receiver, stamped.Open());
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = _store.TryTake(out var next);
        if (ReferenceEquals(t_running, this))
        {
            // The current activity changes, and callbacks of other code see that. An exception from them must not lose the message.
            TelemetryFault.Guard(TelemetryFault.Listener, taken ? next.Origin : null, Change);
        }

        envelope = taken ? next.Open() : default;
        return taken;
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        _store.Close();
        while (_store.TryTake(out var rest))
        {
            if (logger is null)
            {
                deadletters.Enqueue(owner, rest.Open());
            }
            else
            {
                Late(owner, rest.Open());
            }
        }
    }

    /// <summary>
    /// Returns what a dispatcher executes for the mailbox: the mailbox itself until something is collected, then this queue, which sees where a run
    /// begins and ends.
    /// </summary>
    public override IRunnable RunnableFor(Mailbox mailbox)
    {
        if (_mailbox is null && Listeners.AreThere)
        {
            _mailbox = mailbox;
        }

        return _mailbox is null ? mailbox : this;
    }

    public void Run()
    {
        var outer = OuterContext.Suspend();
        var (outerQueue, outerActivity) = (t_running, t_activity);
        (t_running, t_activity) = (this, null);
        try
        {
            _mailbox!.Run();
        }
        finally
        {
            // The next run may already be active on another thread.
            t_running = outerQueue;
            TelemetryFault.Guard(TelemetryFault.Listener, 0, static _ => Leave());
            t_activity = outerActivity;
            outer.Resume();
        }
    }

    public void Execute() => Run();

    // The actor does not get the message any more: it was sent while the actor stopped, or waited for a logger.
    private void Late(IActorRef receiver, Envelope envelope)
    {
        if (logger is null)
        {
            Refusal.ByClosedMailbox(receiver, envelope);
        }
        else
        {
            logger.StdoutLogger.Tell(envelope.Message, envelope.Sender);
        }
    }

    private static void Change(MessageOrigin? origin)
    {
        Leave();
        if (origin is null)
        {
            return;
        }

        CarriedBaggage.Arrive(origin.Baggage);
        if (origin.IsRecorded)
        {
            HandlerContext.Enter(PassThroughContext.Of(origin));
        }
        else if (origin.NonRecording is { HasId: true } trace)
        {
            t_activity = NonRecordingActivity.Start(trace, origin.Baggage);
        }
    }

    private static void Leave()
    {
        if (t_activity is { } activity)
        {
            t_activity = null;
            activity.End();
        }

        CarriedBaggage.Arrive(null);
        HandlerContext.Leave();
    }
}

/// <summary>
/// Recognises the system actors that log events pass through. Most loggers require a queue for loggers. The other loggers and Akka's own listeners
/// have the default mailbox, and only their names identify them (<c>LoggingBus</c>, <c>ActorSystemImpl</c>, Akka 1.5.71). A test fails when these
/// change.
/// </summary>
internal static class LogActors
{
    /// <summary>Whether Akka has started this actor because <c>akka.loggers</c> names it.</summary>
    public static bool IsLogger(ActorPath path) =>
        path.Elements is ["system", ['l', 'o', 'g', >= '0' and <= '9', ..] name] && name.Contains('-', StringComparison.Ordinal);

    /// <summary>Whether this actor logs dead letters or unhandled messages.</summary>
    public static bool IsListener(ActorPath path) => path.Elements is ["system", "deadLetterListener" or "UnhandledMessageForwarder"];
}
