using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>First in, first out, without a capacity limit. This is the default.</summary>
internal sealed class UnboundedInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, bool isJournal = false)
    : InstrumentedMessageQueue(system, owner, isJournal: isJournal), IUnboundedMessageQueueSemantics;

/// <summary>First in, first out, without a capacity limit, with a front for an actor that stashes.</summary>
internal sealed class UnboundedDequeInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, bool isJournal = false)
    : InstrumentedMessageQueue(system, owner, isJournal: isJournal), IUnboundedDequeBasedMessageQueueSemantics, IStashingQueue;

/// <summary>First in, first out, with a capacity.</summary>
internal sealed class BoundedInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedMessageQueue(system, owner, bounds), IBoundedMessageQueueSemantics;

/// <summary>First in, first out, with a capacity, for an actor that stashes. The capacity does not apply to the front.</summary>
internal sealed class BoundedDequeInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, BoundedSettings bounds)
    : InstrumentedMessageQueue(system, owner, bounds), IBoundedDequeBasedMessageQueueSemantics, IStashingQueue;

/// <summary>By priority, without a capacity limit. As in Akka's, messages at the front come first.</summary>
internal sealed class PriorityInstrumentedMessageQueue(
    AkkaInstrumentationExtension system, IActorRef owner, Func<object, int> priority)
    : InstrumentedMessageQueue(system, owner, priorities: new(priority)),
        IUnboundedDequeBasedMessageQueueSemantics, IBlockingMessageQueueSemantics, IStashingQueue
{
    /// <summary>Without effect, as in Akka's queue, because no thread waits for a message.</summary>
    public TimeSpan BlockTimeOut { get; set; } = TimeSpan.FromSeconds(1);
}

/// <summary>For loggers. When a logger stops, its waiting messages go to the standard output, not to the dead letters.</summary>
internal sealed class LoggerInstrumentedMessageQueue(AkkaInstrumentationExtension system, IActorRef owner, Settings settings)
    : InstrumentedMessageQueue(system, owner), IUnboundedMessageQueueSemantics, ILoggerMessageQueueSemantics
{
    public override void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (Recorder.Roots is not null && envelope.Message is LogEvent && LogStamp.OriginOf(envelope.Message) is { } origin)
        {
            Add(receiver, new StampedEnvelope(envelope, Stopwatch.GetTimestamp(), origin));
        }
        else
        {
            base.Enqueue(receiver, envelope);
        }
    }

    protected override void Left(IActorRef owner, Envelope envelope, IMessageQueue deadletters) => Late(owner, envelope);

    protected override void Late(IActorRef receiver, Envelope envelope) => settings.StdoutLogger.Tell(envelope.Message, envelope.Sender);
}

/// <summary>A queue that records nothing, and yet runs its mailbox itself.</summary>
internal abstract class RunnableQueue
{
    /// <summary>What a dispatcher executes instead of the mailbox. Called by the thread that has scheduled it.</summary>
    public abstract IRunnable RunnableFor(Mailbox mailbox);
}

/// <summary>Finds the trace of a log event, a dead letter or an unhandled message that is published for loggers. Called on the publishing
/// thread.</summary>
internal static class LogStamp
{
    /// <summary>
    /// The message's trace and baggage; null for none. A line about a failure belongs to the failed message: Akka logs it between two messages, where
    /// no trace or another one is current. Every other line belongs to the current trace, and its logger sees the current span.
    /// </summary>
    public static MessageOrigin? OriginOf(object message)
    {
        if (InternalCurrentActorCellKeeper.Current is { } actor && FailureIn(actor) is { } failed)
        {
            return failed;
        }

        ActivityNeed.NoteHere();
        var origin = SenderOrigin.Find(message);
        if (Activity.Current is { } span && MessageOrigin.IsRecording(span) && origin?.Context.SpanId == SenderContext.IdOf(span))
        {
            SenderContext.KeepSpan(span);
        }

        return origin;
    }

    // A supervisor whose mailbox is not instrumented, such as the guardian of top-level actors, handles a failure. No trace is current there.
    private static MessageOrigin? FailureIn(ActorCell actor) =>
        actor.CurrentMessage is Failed { Child: ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: RecordedQueue failed } } } failure
            ? failed.Recorder.Failures.OriginOf(failure.Cause)
            : null;
}
