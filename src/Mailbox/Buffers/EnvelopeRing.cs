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
/// Nobody uses a large ring that is closed and empty: no sender takes a place, and the receiver only finds that the ring is finished. So
/// <see cref="LargeRings"/> frees its places while the actor is idle. A reader reads <c>_slots</c> once, so it finds either the old empty places or
/// none.
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

    // The number of places that an idle actor keeps. An actor with at most this many messages a second counts as idle.
    private const int Kept = 1_024;

    private const int PartShift = 12;

    // Of so many messages one has a time or an origin: then those that have lie in an array.
    private const int Frequent = 16;

    // far above any number of messages
    private const long Closed = 1L << 62;

    // The rings of backlogs. The receiver of an idle actor does not run, so it cannot give their memory back.
    internal static readonly WeakWork<EnvelopeRing> LargeRings = new(static ring => ring.TryGiveBack());

    // Stands for the sender of a message with a time or an origin.
    private static readonly object s_stamped = new();

    // The places of a ring that has none any more. Nobody writes to them.
    private static readonly Slot[] s_none = new Slot[Smallest];

    private Slot[] _slots;

    // Sender, time and origin of the messages that have a time or an origin, by place; null until there is one. Most messages of a flood have
    // neither. So a place has 16 bytes, and the garbage collector follows two references a message, not three. The array is split into parts of
    // 98 kB, which a sender allocates when it needs them. The collector does not move arrays of that size. A part pays where most of its messages
    // need it. Where few do, each of these is an object of its own.
    private Stamped[]?[]? _stamped;

    // One for each place whose message belongs to an unsampled trace without an id, and has no time. Where actors work in such traces, this is the
    // case for most messages. Null until there is one.
    private byte[]? _unsampled;

    // a reference to this ring itself means that no ring will ever follow
    private EnvelopeRing? _next;

    // The cursors. The smallest ring keeps them side by side in its own object, because with a hundred thousand mailboxes each cache line is fetched
    // from memory. Larger rings have been under load, so they keep the cursors in separate cache lines.
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

    /// <summary>The number of messages from the oldest of the first ring to the newest of this one. Any thread. Exact while no thread adds or
    /// takes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int CountFrom(EnvelopeRing first) => (int)Math.Max(0, (Volatile.Read(ref Tail) & ~Closed) - Volatile.Read(ref first.Head));

    /// <summary>False when the ring is full or closed. Any thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(in StampedEnvelope envelope) =>
        !envelope.Stamp.IsNone ? TryAddStamped(envelope)
        : envelope.Origin is null ? TryAdd(envelope.Message, envelope.Sender)
        : ReferenceEquals(envelope.Origin, NonRecordingContext.WithoutId) ? TryAddUnsampled(envelope.Message, envelope.Sender)
        : TryAddStamped(envelope);

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
    /// Takes the oldest message if it is there and has no time, and no origin or the one of unsampled traces without an id. Otherwise returns false
    /// and changes nothing. Receiver.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryTakePlain(out Envelope envelope, out bool isUnsampled)
    {
        ref var head = ref Head;
        var at = head;
        ref var slot = ref Place(at);
        var message = Volatile.Read(ref slot.Message);
        var sender = slot.Sender;
        if (message is null || ReferenceEquals(sender, s_stamped))
        {
            (envelope, isUnsampled) = (default, false);
            return false;
        }

        isUnsampled = _unsampled is { } marks && TakeMark(marks, at);
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

        envelope = ReferenceEquals(slot.Sender, s_stamped) ? TakeStamped(head)
            : new StampedEnvelope(slot.Message!, Unsafe.As<IActorRef>(slot.Sender)!, default,
                _unsampled is { } marks && TakeMark(marks, head) ? NonRecordingContext.WithoutId : null);

        Empty(ref slot, ref head, head);
        return true;
    }

    // The order matters: a reader that finds no sender then finds no message either.
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
        if (ReferenceEquals(sender, s_stamped) && message is StampedMessage alone)
        {
            envelope = alone.Envelope;
        }
        else if (ReferenceEquals(sender, s_stamped) && Volatile.Read(ref _stamped) is { } parts && PartOf(parts, at) is { } part)
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

    private ref Slot Place(long number)
    {
        var slots = _slots;
        return ref slots[(int)number & (slots.Length - 1)];
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
        [FieldOffset(48)]
        public long LastStamped;

        [FieldOffset(56)]
        public long Tail;

        [FieldOffset(64)]
        public long Limit;

        [FieldOffset(128)]
        public long Head;
    }
}
