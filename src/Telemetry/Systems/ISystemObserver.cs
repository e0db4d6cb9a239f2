using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Uses the measurements of one actor system for watchdog, health, diagnosis and warnings. The assemblies through which a message passes measure and
/// trace; this interface is all that they know of these features. An assembly of a higher layer, in the same package, implements it.
/// </summary>
internal interface ISystemObserver : IRareEvents
{
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

/// <summary>
/// Sees which actors of one system start and stop, if they have an instrumented mailbox. A package on top creates it. It is called on the thread that
/// starts or runs the actor, so it does little and never throws.
/// </summary>
internal interface IActorLifecycle
{
    /// <summary>The actor has its mailbox. Once for each actor, not for its restarts.</summary>
    void Started(ActorCell actor);

    /// <summary>Its supervisor restarts it. The supervisor's thread, before the new actor object is created.</summary>
    void Restarts(IActorRef actor);

    /// <summary>The actor has stopped, and its mailbox is closed.</summary>
    void Stopped(IActorRef actor);
}
