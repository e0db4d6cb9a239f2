using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

// Messages with a time or an origin: what lies beside the places, or in them.
internal sealed partial class EnvelopeRing
{
    // The extra fields of the place with this number, which holds a message or has been taken by a sender.
    private ref Stamped Beside(long number)
    {
        var part = PartOf(_stamped!, number)!;
        return ref part[(int)number & (part.Length - 1)];
    }

    // All lengths are powers of two.
    private static ref Stamped[]? PartOf(Stamped[]?[] parts, long number) => ref parts[(int)(number >> PartShift) & (parts.Length - 1)];

    // A sender that lost its place may call this on a ring whose places were given back. That is harmless, because the place that it gets is in
    // another ring.
    private void EnsurePart(long number)
    {
        var length = _slots.Length;
        var parts = Volatile.Read(ref _stamped);
        if (parts is null)
        {
            var made = new Stamped[]?[Math.Max(1, length >> PartShift)];
            parts = Interlocked.CompareExchange(ref _stamped, made, null) ?? made;
        }

        ref var part = ref PartOf(parts, number);
        if (Volatile.Read(ref part) is null)
        {
            Interlocked.CompareExchange(ref part, new Stamped[Math.Min(length, 1 << PartShift)], null);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TakeMark(byte[] marks, long number)
    {
        ref var mark = ref marks[(int)number & (marks.Length - 1)];
        if (mark == 0)
        {
            return false;
        }

        mark = 0;
        return true;
    }

    // As with a part: the mark lies beside the place, and the message that shows it is written last.
    private bool TryAddUnsampled(object message, IActorRef? sender)
    {
        var marks = Volatile.Read(ref _unsampled) ?? MakeMarks();
        if (!TryReserve(isStamped: false, out var number))
        {
            return false;
        }

        marks[(int)number & (marks.Length - 1)] = 1;
        Put(number, message, sender);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] MakeMarks()
    {
        var made = new byte[_slots.Length];
        return Interlocked.CompareExchange(ref _unsampled, made, null) ?? made;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAddStamped(in StampedEnvelope envelope)
    {
        // Before a place is taken: nothing may fail after that. Several senders may write the number of the last one: either is right.
        var alone = IsStampedOften() ? null : new StampedMessage(envelope);
        if (!TryReserve(isStamped: alone is null, out var number))
        {
            return false;
        }

        if (_spread is not null)
        {
            Volatile.Write(ref _spread.At.LastStamped, number);
        }

        if (alone is not null)
        {
            Put(number, alone, s_stamped);
            return true;
        }

        Beside(number) = new Stamped { Sender = envelope.Sender, Stamp = envelope.Stamp, Origin = envelope.Origin };
        Put(number, envelope.Message, s_stamped);
        return true;
    }

    private bool IsStampedOften() =>
        _slots.Length <= Kept || _spread is null || Volatile.Read(ref Tail) - Volatile.Read(ref _spread.At.LastStamped) < Frequent;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private StampedEnvelope TakeStamped(long number)
    {
        ref var message = ref Place(number).Message;
        if (message is StampedMessage alone)
        {
            return alone.Envelope;
        }

        ref var stamped = ref Beside(number);
        var envelope = new StampedEnvelope(message!, stamped.Sender!, stamped.Stamp, stamped.Origin);

        // in this order, see TryTake
        message = null;
        Volatile.Write(ref stamped.Sender, null);
        stamped.Origin = null;
        return envelope;
    }

    // A message with its time and origin, in the place of the message.
    private sealed class StampedMessage(in StampedEnvelope envelope)
    {
        public readonly StampedEnvelope Envelope = envelope;
    }

    private struct Stamped
    {
        public IActorRef? Sender;
        public MessageOrigin? Origin;
        public WeightedTimestamp Stamp;
    }
}
