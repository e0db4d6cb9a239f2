using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A ring of messages between many senders and one receiver. A sender takes the next place by compare-and-swap and fills it. A place is filled when
/// it holds a message, so nothing else has to be published. The only receiver needs no interlocked operation. A <c>ConcurrentQueue</c> needs them
/// because its receivers compete. A full ring is closed for good, and the following messages go to a larger ring behind it. Places have numbers,
/// which go on from ring to ring.
/// <para>
/// Ownership: a place belongs to the receiver from the moment its message is written until <c>Head</c> has passed it. Otherwise it belongs to the
/// sender that took it. Senders read <c>Head</c> before they take a place of the next round and store the result in <c>Limit</c>. So they never write
/// to a place that is not empty. Closing adds to <c>Tail</c>. A sender that was about to take a place then fails and sees that the ring is closed.
/// The receiver waits for a sender that took a place before.
/// </para>
/// <para>
/// A large ring that is closed and empty belongs to nobody: no sender takes a place, and the receiver only finds that it is over. So the
/// <see cref="LargeRings"/> take its places away while the actor is idle. A reader reads <c>_slots</c> once; it finds the old empty places or none.
/// </para>
/// </summary>
internal sealed partial class EnvelopeRing
{
    /// <summary>
    /// Small, because most actors never have more waiting messages. With a hundred thousand actors, none of the rings is in a cache.
    /// </summary>
    public const int Smallest = 8;

    // A flood fills it once and then allocates no more. Smaller ones would be made again and again.
    private const int Largest = 1 << 20;

    // The places that an idle actor keeps. Also the messages of a second up to which an actor is idle.
    private const int Kept = 1_024;

    private const int PartShift = 12;

    // far above any number of messages
    private const long Closed = 1L << 62;

    // The rings of backlogs. The receiver of an idle actor does not run, so it cannot give their memory back.
    internal static readonly WeakWork<EnvelopeRing> LargeRings = new(static ring => ring.TryGiveBack());

    // Stands for the sender of a message with a time or an origin.
    private static readonly object s_stamped = new();

    // The places of a ring that has none any more. Nobody writes to them.
    private static readonly Slot[] s_none = new Slot[Smallest];

    private Slot[] _slots;

    // Sender, time and origin of the messages that have a time or an origin, by place; null until there is one. Of a flood, few have: a hundred a
    // second are timed. So a place has 16 bytes, and a collection of garbage follows two references a message, not three. They lie in parts that
    // a send makes as it needs them: 98 kB, which the collector does not move.
    private Stamped[]?[]? _stamped;

    // a reference to this ring means: no ring will ever follow
    private EnvelopeRing? _next;

    // The cursors. The smallest ring keeps them side by side in itself, because with a hundred thousand mailboxes each cache line is fetched from
    // memory. Larger rings, which work or have worked under load, keep them in separate cache lines.
    private readonly SpreadCursors? _spread;
    private long _tail;
    private long _limit;
    private long _head;

    /// <summary>A mailbox's first ring.</summary>
    public EnvelopeRing()
    {
        _slots = new Slot[Smallest];
        Limit = Smallest;
    }

    // a later one
    private EnvelopeRing(int capacity)
    {
        _slots = new Slot[capacity];
        _spread = new SpreadCursors();
    }

    /// <summary>The ring that follows, once this one is closed; null when none follows.</summary>
    public EnvelopeRing? Next => Volatile.Read(ref _next) is { } next && next != this ? next : null;

    /// <summary>The ring is closed, and none follows it. Any thread.</summary>
    public bool IsEnd => Volatile.Read(ref _next) == this;

    /// <summary>The ring is closed, and everything in it has been taken. Any thread.</summary>
    public bool IsOver => Volatile.Read(ref Tail) == Volatile.Read(ref Head) + Closed;

    // The place that the next sender takes.
    private ref long Tail => ref _spread is null ? ref _tail : ref _spread.At.Tail;

    // From this place on, senders must check whether the receiver has left the place.
    private ref long Limit => ref _spread is null ? ref _limit : ref _spread.At.Limit;

    // The place that the receiver takes next. Written by the receiver only.
    private ref long Head => ref _spread is null ? ref _head : ref _spread.At.Head;

    /// <summary>The messages from the oldest of the first ring to the newest of this one. Any thread. Exact when nobody sends or takes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int CountFrom(EnvelopeRing first) => (int)Math.Max(0, (Volatile.Read(ref Tail) & ~Closed) - Volatile.Read(ref first.Head));

    /// <summary>False when the ring is full or closed. Any thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(in StampedEnvelope envelope) => IsStamped(envelope) ? TryAddStamped(envelope) : TryAdd(envelope.Message, envelope.Sender);

    /// <summary>The same for a message without time and origin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(object message, IActorRef? sender)
    {
        if (!TryReserve(isStamped: false, out var number))
        {
            return false;
        }

        Put(number, message, sender);
        return true;
    }

    /// <summary>
    /// Takes the oldest message if it is there and has neither time nor origin. Otherwise returns false and changes nothing. Receiver.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryTakePlain(out Envelope envelope)
    {
        ref var head = ref Head;
        var at = head;
        ref var slot = ref Place(at);
        var message = Volatile.Read(ref slot.Message);
        var sender = slot.Sender;
        if (message is null || ReferenceEquals(sender, s_stamped))
        {
            envelope = default;
            return false;
        }

        envelope = new Envelope(message, Unsafe.As<IActorRef>(sender)!);
        Empty(ref slot, ref head, at);
        return true;
    }

    /// <summary>False when the ring is empty. Receiver.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryTake(out StampedEnvelope envelope)
    {
        ref var head = ref Head;
        ref var slot = ref Place(head);
        if (Volatile.Read(ref slot.Message) is null && !Await(ref slot))
        {
            envelope = default;
            return false;
        }

        envelope = ReferenceEquals(slot.Sender, s_stamped)
            ? TakeStamped(head) : new StampedEnvelope(slot.Message!, Unsafe.As<IActorRef>(slot.Sender)!);

        Empty(ref slot, ref head, head);
        return true;
    }

    // In this order: a reader that finds no sender finds no message either.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Empty(ref Slot slot, ref long head, long at)
    {
        slot.Message = null;
        Volatile.Write(ref slot.Sender, null);
        Volatile.Write(ref head, at + 1);
    }

    /// <summary>
    /// Reads the message at a distance behind the oldest message, which has 0. Any thread. A message that is added or taken meanwhile may be missing
    /// or be seen twice. Returns false for a place that is being written or taken.
    /// </summary>
    public bool TryLook(int place, out StampedEnvelope envelope)
    {
        var at = Volatile.Read(ref Head) + place;
        ref var slot = ref Place(at);
        var message = Volatile.Read(ref slot.Message);
        var sender = Volatile.Read(ref slot.Sender);
        if (ReferenceEquals(sender, s_stamped) && Volatile.Read(ref _stamped) is { } parts && PartOf(parts, at) is { } part)
        {
            ref var stamped = ref part[(int)at & (part.Length - 1)];
            envelope = new StampedEnvelope(message!, Volatile.Read(ref stamped.Sender)!, stamped.Stamp);
        }
        else
        {
            envelope = new StampedEnvelope(message!, (sender as IActorRef)!);
        }

        // If the message was taken meanwhile, the place is empty. If it has another message by now, the receiver has passed it.
        return message is not null && ReferenceEquals(Volatile.Read(ref slot.Message), message) && Volatile.Read(ref Head) <= at;
    }

    private static bool IsStamped(in StampedEnvelope envelope) => !envelope.Stamp.IsNone || envelope.Origin is not null;

    private ref Slot Place(long number)
    {
        var slots = _slots;
        return ref slots[(int)number & (slots.Length - 1)];
    }

    // Of a message that waits, or for which a sender has taken the place.
    private ref Stamped Beside(long number)
    {
        var part = PartOf(_stamped!, number)!;
        return ref part[(int)number & (part.Length - 1)];
    }

    // All lengths are powers of two.
    private static ref Stamped[]? PartOf(Stamped[]?[] parts, long number) => ref parts[(int)(number >> PartShift) & (parts.Length - 1)];

    // A sender that lost its place may do this to a ring that is given back: the place it then gets is in another ring.
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAddStamped(in StampedEnvelope envelope)
    {
        if (!TryReserve(isStamped: true, out var number))
        {
            return false;
        }

        Beside(number) = new Stamped { Sender = envelope.Sender, Stamp = envelope.Stamp, Origin = envelope.Origin };
        Put(number, envelope.Message, s_stamped);
        return true;
    }

    // Takes the next place for a sender. Nothing may fail after that, because the receiver would wait for its message.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryReserve(bool isStamped, out long number)
    {
        ref var tail = ref Tail;
        while (true)
        {
            number = Volatile.Read(ref tail);
            if (number >= Volatile.Read(ref Limit) && !HasRoom(number))
            {
                return false;
            }

            if (isStamped)
            {
                EnsurePart(number);
            }

            if (Interlocked.CompareExchange(ref tail, number + 1, number) == number)
            {
                return true;
            }
        }
    }

    // The place is empty, so a message without a sender needs no write of it. The message is written last; it shows that the rest is complete.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Put(long number, object message, object? sender)
    {
        ref var slot = ref Place(number);
        if (sender is not null)
        {
            slot.Sender = sender;
        }

        Volatile.Write(ref slot.Message, message);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private StampedEnvelope TakeStamped(long number)
    {
        ref var stamped = ref Beside(number);
        ref var message = ref Place(number).Message;
        var envelope = new StampedEnvelope(message!, stamped.Sender!, stamped.Stamp, stamped.Origin);

        // in this order, see TryTake
        message = null;
        Volatile.Write(ref stamped.Sender, null);
        stamped.Origin = null;
        return envelope;
    }

    // A sender may have taken the place without having written yet. Messages that other senders have sent since are behind it. Returns false when no
    // sender has taken it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Await(ref Slot slot)
    {
        if ((Volatile.Read(ref Tail) & ~Closed) == Head)
        {
            return false;
        }

        var spinner = default(SpinWait);
        while (Volatile.Read(ref slot.Message) is null)
        {
            // Never sleeps for a millisecond. The wait takes a few instructions, unless the sender has lost its processor.
            spinner.SpinOnce(sleep1Threshold: -1);
        }

        return true;
    }

    private bool HasRoom(long tail)
    {
        var limit = Volatile.Read(ref Head) + _slots.Length;

        // Another sender may have stored a later limit. An earlier limit only causes an earlier check.
        Volatile.Write(ref Limit, limit);
        return tail < limit;
    }

    private struct Slot
    {
        public object? Message;

        // an IActorRef, or s_stamped
        public object? Sender;
    }

    private struct Stamped
    {
        public IActorRef? Sender;
        public MessageOrigin? Origin;
        public WeightedTimestamp Stamp;
    }

    private sealed class SpreadCursors
    {
        public Lines At;

        // the senders' cursor at the last look; the first look finds a busy ring
        public long Seen = -Closed;
    }

    /// <summary>The senders' cursor, the receiver's cursor and the value that all senders read, each in its own cache line.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 184)]
    private struct Lines
    {
        [FieldOffset(56)]
        public long Tail;

        [FieldOffset(64)]
        public long Limit;

        [FieldOffset(128)]
        public long Head;
    }
}
