using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
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
