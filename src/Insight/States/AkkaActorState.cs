using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// What one actor showed of itself, between two of its messages: the result of <see cref="AkkaInsight.ReadStateAsync"/>. It has no reference to
/// the actor. Immutable.
/// </summary>
[Experimental(Experiments.StateId)]
public sealed record AkkaActorState
{
    /// <summary>The actor's path, without address.</summary>
    public required string Path { get; init; }

    /// <summary>Readable name of the actor's type.</summary>
    public required string ActorType { get; init; }

    /// <summary>Why the actor was not asked, or has not answered; null if it has. The other values are then those that any thread may read.</summary>
    public string? Problem { get; init; }

    /// <summary>The name of the state of an <c>FSM</c> or a <c>PersistentFSM</c>; null for other actors.</summary>
    public string? StateName { get; init; }

    /// <summary>The text of the data of such an actor. A redactor of message content is asked first.</summary>
    public string? StateData { get; init; }

    /// <summary>The text of what an actor shows that implements <see cref="IShowsState"/>. A redactor of message content is asked first.</summary>
    public string? Shown { get; init; }

    /// <summary>Whether the handler of a message awaits meanwhile.</summary>
    public bool IsAwaiting { get; init; }

    /// <summary>Messages in the mailbox.</summary>
    public int Waiting { get; init; }

    /// <summary>Messages in the actor's stash, and commands that wait for the journal of a persistent actor.</summary>
    public int Stashed { get; init; }

    /// <summary>Scheduled messages and timers for the actor that are pending; null without the <c>InstrumentedScheduler</c>.</summary>
    public int? PendingTimers { get; init; }

    /// <summary>After which time without a message the actor gets a <c>ReceiveTimeout</c>; null for never.</summary>
    public TimeSpan? ReceiveTimeout { get; init; }

    /// <summary>How many children the actor has.</summary>
    public int Children { get; init; }

    /// <summary>The names of the first children.</summary>
    public IReadOnlyList<string> ChildNames { get; init; } = [];
}

/// <summary>
/// Implemented by an actor that shows its state when an operator asks for it, which <c>akka.instrumentation.actor-states</c> must allow.
/// </summary>
[Experimental(Experiments.StateId)]
public interface IShowsState
{
    /// <summary>
    /// What the actor shows; null for nothing. Read on the actor's own thread, between two messages, so it may read what the actor's handlers write.
    /// Its text is taken at once: that of the redactor of message content, otherwise the result of <c>ToString()</c>.
    /// </summary>
    object? ShownState { get; }
}
