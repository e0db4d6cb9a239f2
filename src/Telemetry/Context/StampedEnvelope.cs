using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A message that waits in an instrumented mailbox, with what its sender recorded about it.</summary>
/// <param name="message">The message.</param>
/// <param name="sender">Its sender.</param>
/// <param name="stamp">See <see cref="Stamp"/>.</param>
/// <param name="origin">See <see cref="Origin"/>.</param>
internal readonly struct StampedEnvelope(object message, IActorRef sender, WeightedTimestamp stamp = default, MessageOrigin? origin = null)
{
    /// <param name="envelope">The message with its sender.</param>
    public StampedEnvelope(Envelope envelope)
        : this(envelope.Message, envelope.Sender)
    {
    }

    /// <param name="envelope">The message with its sender.</param>
    /// <param name="enqueuedAt">See <see cref="EnqueuedAt"/>. The message is measured, and begins no trace.</param>
    /// <param name="origin">See <see cref="Origin"/>.</param>
    public StampedEnvelope(Envelope envelope, long enqueuedAt, MessageOrigin? origin)
        : this(envelope.Message, envelope.Sender, new(enqueuedAt, SamplingRandom.Always), origin)
    {
    }

    public object Message => message;

    public IActorRef Sender => sender;

    /// <summary>
    /// The time of enqueue and the sender's decisions; none when the message is not timed. Rates may have changed when the message is received, but
    /// the decisions stay.
    /// </summary>
    public WeightedTimestamp Stamp => stamp;

    /// <summary>The origin of the message; null when it was sent in no trace and without baggage, or when no spans were collected.</summary>
    public MessageOrigin? Origin => origin;

    /// <summary><see cref="Stopwatch"/> ticks at enqueue; 0 when this message is not timed.</summary>
    public long EnqueuedAt => stamp.Ticks;

    /// <summary>Akka's envelope.</summary>
    public Envelope Open() => new(message, sender);
}
