using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Watches the mailboxes of one actor system. The mailbox assembly makes it, with the first mailbox.</summary>
internal interface ISystemWatch
{
    /// <summary>What it sees at present. Any thread.</summary>
    WatchFindings Found { get; }

    /// <summary>Applies changed settings. One thread at a time.</summary>
    void Adopt(InstrumentationSettings settings);

    /// <summary>The actor system has ended. Any thread; the last call.</summary>
    void Stop();
}

/// <summary>
/// Sees which actors of one system start and stop, if they have an instrumented mailbox. A package on top makes it. Called on the thread that starts
/// or runs the actor, so it does little and never throws.
/// </summary>
internal interface IActorLifecycle
{
    /// <summary>The actor has its mailbox. Once for each actor, not for its restarts.</summary>
    void Started(ActorCell actor);

    /// <summary>The actor has stopped, and its mailbox is closed.</summary>
    void Stopped(IActorRef actor);
}
