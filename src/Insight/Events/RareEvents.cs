using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>An actor was restarted.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
internal readonly record struct ActorRestart(string Path, string ActorType) : IRecentEvent<ActorRestart>
{
    public EventKey Key => new(ActorType, Path);

    public ActorRestart Fold(string owner) => this with { ActorType = owner, Path = FoldedNames.Other };
}

/// <summary>
/// A handler threw, an actor failed to start or to recover, its journal or snapshot store failed, or it got a failure as a message.
/// </summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Error">Name of the exception's type, as in the metric of failures.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> when the actor failed to start, <c>_recovery</c> when it failed
/// to recover.</param>
/// <param name="Trace">The message's trace, if it was recorded.</param>
internal readonly record struct ActorFailure(string Path, string ActorType, string Error, string MessageType, ActivityTraceId Trace = default)
    : IRecentEvent<ActorFailure>
{
    /// <summary>The id of the journal or snapshot store that failed; empty for a handler's failure.</summary>
    public string Store { get; init; } = "";

    /// <summary>
    /// For a <c>Status.Failure</c> that the actor got: the readable name of the type of the actor that was asked or has answered, or <c>_unknown</c>.
    /// Empty if the actor itself has failed.
    /// </summary>
    public string Asked { get; init; } = "";

    /// <summary>Readable name of the type of the actor's parent.</summary>
    public string Parent { get; init; } = "";

    /// <summary>The exception's text; empty when it is not known or may not be shown.</summary>
    public string Text { get; init; } = "";

    /// <summary>The first method of the application in the exception's stack; empty for none.</summary>
    public string Frame { get; init; } = "";

    /// <summary>Whether the actor got the failure as a message.</summary>
    public bool IsMessage => Asked.Length > 0;

    public EventKey Key => new(ActorType, Error, MessageType, IsMessage ? Asked : Store);

    public ActorFailure Fold(string owner) => this with { ActorType = owner, Error = FoldedNames.OtherError, MessageType = FoldedNames.Other };
}

/// <summary>A message that reached no actor or was not handled.</summary>
/// <param name="Reason">One of <see cref="AkkaLossReasons"/>, or a reason of the metric of dead letters.</param>
/// <param name="Recipient">The recipient's path.</param>
/// <param name="ActorType">Readable name of the recipient's type.</param>
/// <param name="MessageType">Readable name of the message's type.</param>
/// <param name="Sender">Readable name of the sender's type.</param>
internal readonly record struct MessageLoss(string Reason, ActorPath Recipient, string ActorType,
    string MessageType, string Sender) : IRecentEvent<MessageLoss>
{
    /// <summary>The longest text of a reason that is kept.</summary>
    public const int MaxDetail = 200;

    /// <summary>When the recipient had stopped, in <see cref="Stopwatch"/> ticks; 0 when it is not known to have stopped.</summary>
    public long StoppedAt { get; init; }

    /// <summary>The sender's path; null for none.</summary>
    public ActorPath? SenderPath { get; init; }

    /// <summary>The trace that was current where the loss was seen, sampled or not; default for none.</summary>
    public ActivityTraceId Trace { get; init; }

    /// <summary>The reason in Akka's <c>Dropped</c>; empty for none.</summary>
    public string Detail { get; init; } = "";

    public EventKey Key => new(ActorType, Reason, MessageType, Sender);

    public MessageLoss Fold(string owner) => this with { ActorType = owner, MessageType = FoldedNames.Other, Sender = FoldedNames.Other };
}

/// <summary>A second in which one run in twenty, or more, had waited for a thread for a tenth of a second.</summary>
/// <param name="Dispatcher">Id of the dispatcher.</param>
internal readonly record struct StarvedSecond(string Dispatcher) : IRecentEvent<StarvedSecond>
{
    public EventKey Key => new("", Dispatcher);

    public StarvedSecond Fold(string owner) => new(FoldedNames.Other);
}
