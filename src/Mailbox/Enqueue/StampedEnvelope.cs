using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A message that waits in an instrumented mailbox. What its sender recorded is in a <see cref="MessageMetadata"/> around it, which nobody outside
/// the queue sees. Often an <see cref="AkkaInstrumentation.InlineStamp"/> is enough instead.
/// </summary>
internal readonly struct StampedEnvelope
{
    private readonly object _payload;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope(Envelope envelope)
    {
        _payload = envelope.Message;
        Sender = envelope.Sender;
    }

    /// <param name="payload">The message, or its metadata.</param>
    /// <param name="sender">The message's sender.</param>
    /// <param name="inlineStamp">What the sender recorded about a message without metadata.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope(object payload, IActorRef sender, InlineStamp inlineStamp = default)
    {
        _payload = payload;
        InlineStamp = inlineStamp;
        Sender = sender;
    }

    /// <param name="envelope">The message with its sender.</param>
    /// <param name="enqueuedAt">See <see cref="EnqueuedAt"/>.</param>
    /// <param name="origin">See <see cref="Origin"/>.</param>
    public StampedEnvelope(Envelope envelope, long enqueuedAt, MessageOrigin? origin)
    {
        _payload = MessageMetadataPool.Around(envelope.Message, new WeightedTimestamp(enqueuedAt, SamplingRandom.Always), origin);
        Sender = envelope.Sender;
    }

    public IActorRef Sender { get; }

    public object Message => _payload is MessageMetadata metadata ? metadata.Message! : _payload;

    /// <summary><see cref="Stopwatch"/> ticks at enqueue; 0 when this message is not timed.</summary>
    public long EnqueuedAt => Stamp.Ticks;

    /// <summary>The time of enqueue and the number of messages that this one stands for; none when this message is not timed.</summary>
    public WeightedTimestamp Stamp => _payload is MessageMetadata metadata ? metadata.Stamp : InlineStamp.Stamp;

    /// <summary>Where the message was sent; null when it was sent in no trace and without baggage, or when nobody listened.</summary>
    public MessageOrigin? Origin => _payload is MessageMetadata metadata ? metadata.Origin : InlineStamp.IsUnsampled ? NonRecordingContext.Nameless : null;

    /// <summary>None when the message has metadata.</summary>
    public InlineStamp InlineStamp { get; }

    /// <summary>The message, or its metadata.</summary>
    public object Payload => _payload;

    /// <summary>The metadata; null when the message has none. Use it to read several values of the metadata.</summary>
    public MessageMetadata? Metadata => _payload as MessageMetadata;

    /// <summary>Converts to Akka's envelope when the message leaves the queue. This returns the metadata to the pool. Call it once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Envelope Open()
    {
        if (_payload is not MessageMetadata metadata)
        {
            return new Envelope(_payload, Sender);
        }

        var envelope = new Envelope(metadata.Message, Sender);
        MessageMetadataPool.Return(metadata);
        return envelope;
    }

    /// <summary>The data that a span of the message needs. Call it before <see cref="Open"/>.</summary>
    public TracedMessage ToTraced() => new(Message, Sender, EnqueuedAt, Origin);
}
