using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A message that an actor is about to handle, for a <see cref="SpanEnricher"/>.</summary>
public readonly struct MessageContext
{
    private readonly MailboxRecorder _mailbox;
    private readonly long _enqueuedAt;
    private readonly long _now;

    internal MessageContext(in StampedEnvelope envelope, MailboxRecorder mailbox, long now)
    {
        Message = InnerMessage.Of(envelope.Message);
        Sender = envelope.Sender.IsNobody() ? null : envelope.Sender;
        _enqueuedAt = envelope.EnqueuedAt;
        _mailbox = mailbox;
        _now = now;
    }

    /// <summary>The message, without Akka's own wrapper around it.</summary>
    public object Message { get; }

    /// <summary>The sender; null when the message was sent without one. An <c>Ask</c> has a temporary one.</summary>
    public IActorRef? Sender { get; }

    /// <summary>The actor that gets the message.</summary>
    public IActorRef Actor => _mailbox.Self;

    /// <summary>Path of the actor without the system's address, for example <c>/user/orders</c>. Costs nothing to ask.</summary>
    public string ActorPath => _mailbox.Path;

    /// <summary>
    /// How long the message waited in the mailbox; null when it was sent while nobody listened or the mailbox is a wrapped one.
    /// </summary>
    public TimeSpan? WaitTime => _enqueuedAt == 0 ? null : Stopwatch.GetElapsedTime(0, Math.Max(0, _now - _enqueuedAt));
}
