using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A message as it waits in an instrumented mailbox: Akka's envelope, and beside it, in the same node, when it was
/// enqueued and by whose span. 32 bytes; nothing is allocated for it.
/// </summary>
internal readonly struct StampedEnvelope
{
    public readonly object Message;
    public readonly IActorRef Sender;

    /// <summary><see cref="Stopwatch"/> ticks at enqueue; 0 when nobody asked.</summary>
    public readonly long EnqueuedAt;

    /// <summary>
    /// The span that was current where the message was sent; null when there was none or nobody asked. For a message that
    /// was stashed it is its <see cref="StashStory"/>, which holds that span.
    /// </summary>
    public readonly object? Trace;

    public StampedEnvelope(Envelope envelope)
    {
        Message = envelope.Message;
        Sender = envelope.Sender;
    }

    public StampedEnvelope(Envelope envelope, long enqueuedAt, object? trace)
        : this(envelope)
    {
        EnqueuedAt = enqueuedAt;
        Trace = trace;
    }

    public Envelope Envelope => new(Message, Sender);
}
