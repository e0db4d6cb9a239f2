using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A message as it waits in an instrumented mailbox. What its sender noted, if anything, is in a <see cref="Note"/> around it, which
/// nobody outside the queue ever sees. What most senders would note, that they are in a trace that is not sampled, is one bit.
/// </summary>
internal readonly struct StampedEnvelope
{
    private readonly object _held;
    private readonly bool _isUnsampled;

    public StampedEnvelope(Envelope envelope)
    {
        _held = envelope.Message;
        Sender = envelope.Sender;
    }

    /// <param name="held">The message, or the note that stands in its place.</param>
    /// <param name="sender">The message's sender.</param>
    /// <param name="isUnsampled">See <see cref="IsUnsampled"/>.</param>
    public StampedEnvelope(object held, IActorRef sender, bool isUnsampled = false)
    {
        _held = held;
        _isUnsampled = isUnsampled;
        Sender = sender;
    }

    /// <param name="envelope">The message with its sender.</param>
    /// <param name="enqueuedAt">See <see cref="EnqueuedAt"/>.</param>
    /// <param name="noted">See <see cref="Noted"/>.</param>
    /// <param name="share">The share of messages that is measured, of <see cref="Coin.Always"/>.</param>
    public StampedEnvelope(Envelope envelope, long enqueuedAt, object? noted, ulong share = Coin.Always)
    {
        _held = NotePool.Around(envelope.Message, enqueuedAt, noted, share);
        Sender = envelope.Sender;
    }

    public IActorRef Sender { get; }

    public object Message => _held is Note note ? note.Message! : _held;

    /// <summary><see cref="Stopwatch"/> ticks at enqueue; 0 when this message is not timed.</summary>
    public long EnqueuedAt => _held is Note note ? note.Stamp.Ticks : 0;

    /// <summary>
    /// The <see cref="Activity"/> that was current where the message was sent; null when there was none or nobody asked.
    /// For a message that was stashed it is its <see cref="StashStory"/>, which holds that activity.
    /// </summary>
    public object? Trace => CarriedBaggage.TraceOf(Noted);

    /// <summary>The same with the baggage that was there, if any: a <see cref="CarriedBaggage"/> around it.</summary>
    public object? Noted => _held is Note note ? note.Trace : _isUnsampled ? Unsampled.Activity : null;

    /// <summary>There is no note, and the message was sent in the activity that stands for all traces that are not sampled.</summary>
    public bool IsUnsampled => _isUnsampled;

    /// <summary>The message, or the note that stands in its place.</summary>
    public object Held => _held;

    /// <summary>The sender's note, for who reads more than one thing of it.</summary>
    public Note? Note => _held as Note;

    /// <summary>Akka's envelope, to be given out of the queue: the note is free afterwards. Once.</summary>
    public Envelope Open()
    {
        if (_held is not Note note)
        {
            return new Envelope(_held, Sender);
        }

        var envelope = new Envelope(note.Message, Sender);
        NotePool.Return(note);
        return envelope;
    }
}
