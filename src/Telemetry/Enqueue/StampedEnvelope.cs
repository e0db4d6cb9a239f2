using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A message as it waits in an instrumented mailbox. What its sender noted, if anything, is in a <see cref="Note"/> around it, which
/// nobody outside the queue ever sees. What senders note often fits in a <see cref="AkkaInstrumentation.Mark"/> instead.
/// </summary>
internal readonly struct StampedEnvelope
{
    private readonly object _held;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope(Envelope envelope)
    {
        _held = envelope.Message;
        Sender = envelope.Sender;
    }

    /// <param name="held">The message, or the note that stands in its place.</param>
    /// <param name="sender">The message's sender.</param>
    /// <param name="mark">Of a message without a note, what was noted all the same.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope(object held, IActorRef sender, Mark mark = default)
    {
        _held = held;
        Mark = mark;
        Sender = sender;
    }

    /// <param name="envelope">The message with its sender.</param>
    /// <param name="enqueuedAt">See <see cref="EnqueuedAt"/>.</param>
    /// <param name="noted">See <see cref="Noted"/>.</param>
    public StampedEnvelope(Envelope envelope, long enqueuedAt, object? noted)
    {
        _held = NotePool.Around(envelope.Message, new Chosen(enqueuedAt, Coin.Always), noted);
        Sender = envelope.Sender;
    }

    public IActorRef Sender { get; }

    public object Message => _held is Note note ? note.Message! : _held;

    /// <summary><see cref="Stopwatch"/> ticks at enqueue; 0 when this message is not timed.</summary>
    public long EnqueuedAt => Stamp.Ticks;

    /// <summary>When it was enqueued and how many it stands for; none when this message is not timed.</summary>
    public Chosen Stamp => _held is Note note ? note.Stamp : Mark.Stamp;

    /// <summary>
    /// The trace that the message was sent in, a <see cref="SentTrace"/> or an <see cref="UnsampledTrace"/>; null when there was none or nobody asked.
    /// For a message that was stashed it is its <see cref="StashStory"/>, which holds that trace.
    /// </summary>
    public object? Trace => CarriedBaggage.TraceOf(Noted);

    /// <summary>The same with the baggage that was there, if any: a <see cref="CarriedBaggage"/> around it.</summary>
    public object? Noted => _held is Note note ? note.Trace : Mark.IsUnsampled ? UnsampledTrace.OfMark : null;

    /// <summary>None when there is a note.</summary>
    public Mark Mark { get; }

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
