using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Uses the measurements of one actor system for watchdog, health, diagnosis and warnings. The assemblies through which a message passes measure and
/// trace; this interface is all that they know of these features. An assembly of a higher layer, in the same package, implements it.
/// </summary>
internal interface ISystemObserver : IRareEvents
{
    /// <summary>Makes spans afterwards, for messages that failed or were slow.</summary>
    RetroactiveSpans Retroactive { get; }

    /// <summary>The system has an instrumented mailbox. Called for each one, on the thread that starts the actor.</summary>
    void Watch();

    /// <summary>Logs a warning about the system's setup, the same text once. Any thread.</summary>
    void Warn(string warning);

    /// <summary>A dispatcher that is not instrumented runs an instrumented mailbox. Called once for each mailbox.</summary>
    /// <param name="dispatcher">The dispatcher.</param>
    /// <param name="actor">The kind of the actor.</param>
    void RunsOnForeign(MessageDispatcher dispatcher, AkkaActorKind actor);

    /// <summary>
    /// An actor of the application starts on an instrumented dispatcher with a mailbox that is not instrumented. The thread that starts the actor.
    /// Never throws.
    /// </summary>
    void StartsUninstrumented(ActorCell actor);

    /// <summary>An actor has an instrumented mailbox. Called once for each, not for its restarts, by the thread that starts it.</summary>
    void Started(ActorCell actor);

    /// <summary>An instrumented actor has stopped, and its mailbox is closed.</summary>
    void Stopped(IActorRef actor, ActorTypeInfo type);

    /// <summary>The type of the actor that owns a stream, by the stream's actor; null for a stream of the whole system.</summary>
    string? OwnerOf(ActorCell stream);

    /// <summary>
    /// The queue of an actor on the way of log events, whose mailbox is not instrumented: traces pass through it. Null for other actors.
    /// </summary>
    /// <param name="owner">The actor.</param>
    /// <param name="settings">The system's settings.</param>
    /// <param name="isLogger">Whether the actor is known to be a logger.</param>
    IMessageQueue? LogQueueFor(IActorRef owner, Settings settings, bool isLogger);

    /// <summary>A message that is measured has been sent. Sender's thread. Never throws.</summary>
    void SentTimed(IActorRef? sender, IActorRef receiver, object message);

    /// <summary>
    /// The flow that a timed or failed message belongs to, by the sender in the envelope; null when flows are not recorded. Never throws, although
    /// the sender's reference may be of a user's own class.
    /// </summary>
    /// <param name="sender">The sender.</param>
    /// <param name="message">The pair of actor type and message type.</param>
    /// <param name="isScheduled">Whether a scheduler has sent it.</param>
    MessageFlow? FlowOf(IActorRef? sender, MessageTypeInfo message, bool isScheduled);

    /// <summary>An actor has got a failure as a message.</summary>
    /// <param name="failure">The failure.</param>
    /// <param name="sender">The message's sender.</param>
    /// <param name="isCounted">Whether it is a part of the metrics.</param>
    void Told(in SeenFailure failure, IActorRef? sender, bool isCounted);

    /// <summary>The trace of a message is full. Called for each such message, by running threads.</summary>
    void TraceIsFull(ObservedMailbox mailbox, MessageTypeInfo message, ActivityTraceId trace, long now);

    /// <summary>
    /// What leaves the records of an actor's unsampled messages; null while no trace is kept. Called before each run once the process keeps any.
    /// </summary>
    /// <param name="before">What the actor's last run had.</param>
    /// <param name="actor">The actor's path.</param>
    UnsampledMessage? Record(UnsampledMessage? before, ActorPath actor);

    /// <summary>Applies changed settings. One thread at a time.</summary>
    void Adopt(InstrumentationSettings settings);

    /// <summary>The actor system has ended. Any thread; the last call.</summary>
    void Stop();
}

/// <summary>Creates the observers. Their type is found by name, because the application may name the instrumentation only in HOCON.</summary>
internal static class SystemObservers
{
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    private static readonly Type Type = Type.GetType("AkkaInstrumentation.SystemWatchdog, AkkaInstrumentation.Insight", throwOnError: true)!;

    public static ISystemObserver Create(AkkaInstrumentationExtension instrumentation) =>
        (ISystemObserver)Activator.CreateInstance(Type, instrumentation)!;
}
