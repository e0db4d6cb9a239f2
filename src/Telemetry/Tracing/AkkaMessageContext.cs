using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A message that an actor is about to handle, for an <see cref="AkkaSpanEnricher"/>.</summary>
public readonly struct AkkaMessageContext
{
    private readonly ObservedMailbox _mailbox;
    private readonly long _enqueuedAt;
    private readonly long _now;

    internal AkkaMessageContext(in StampedEnvelope message, ObservedMailbox mailbox, long now)
    {
        Message = InnerMessage.Of(message.Message);
        Sender = message.Sender.IsNobody() ? null : message.Sender;
        _enqueuedAt = message.EnqueuedAt;
        _mailbox = mailbox;
        _now = now;
    }

    /// <summary>The message, without Akka's own wrapper around it.</summary>
    public object Message { get; }

    /// <summary>The sender; null when the message was sent without one. The sender of an <c>Ask</c> is a temporary reference.</summary>
    public IActorRef? Sender { get; }

    /// <summary>The actor that handles the message.</summary>
    public IActorRef Actor => _mailbox.Self;

    /// <summary>Path of the actor without the system's address, for example <c>/user/orders</c>. Reading it costs nothing.</summary>
    public string ActorPath => _mailbox.Path;

    /// <summary>
    /// The time that the message waited in the mailbox; null when there was no listener at the <c>Tell</c>, or when the mailbox is a wrapped one.
    /// </summary>
    public TimeSpan? WaitTime => _enqueuedAt == 0 ? null : Stopwatch.GetElapsedTime(0, Math.Max(0, _now - _enqueuedAt));
}
