using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// A ring of messages between many senders and one receiver. A sender takes the next place by compare-and-swap and fills it;
/// a place is filled when it holds a message, so there is nothing else to publish, and the receiver, alone, interlocks nothing.
/// That is what a <c>ConcurrentQueue</c> cannot know: its receivers compete. When the ring is full it is closed for good, and what
/// comes next goes to a larger one behind it.
/// <para>
/// Who may hold what: a place belongs to the receiver from the moment its message is written until <c>Head</c> has passed it, else to
/// the sender that took it. Senders read <c>Head</c> before they take a place of the next round (<c>Limit</c> is what they found), so they never
/// write to one that is not empty. Closing adds to <c>Tail</c>, so whoever was about to take a place fails and sees that it is closed; whoever
/// has taken one before is waited for by the receiver.
/// </para>
/// </summary>
internal sealed class EnvelopeRing
{
    /// <summary>Few: most of many actors never have more waiting, and of a hundred thousand none is in a cache.</summary>
    public const int Smallest = 8;

    private const int Largest = 1 << 20;

    // far above any number of messages
    private const long Closed = 1L << 62;

    private readonly Slot[] _slots;

    // Of each place what was noted of its message; null until there was something. Written only where it changes, so that in the long run
    // most of it costs nothing. It belongs to who holds the place.
    private Mark[]? _marks;

    // itself: none follows, ever
    private EnvelopeRing? _next;

    // The cursors. Of the smallest ring they lie side by side in itself: of a hundred thousand mailboxes each cache line is fetched from memory.
    // Of the others, which work or have worked under load, they are spread out.
    private readonly SpreadCursors? _spread;
    private long _tail;
    private long _limit;
    private long _head;

    /// <param name="capacity">A power of two.</param>
    public EnvelopeRing(int capacity)
    {
        _slots = new Slot[capacity];
        _spread = capacity == Smallest ? null : new SpreadCursors();
        Limit = capacity;
    }

    /// <summary>The ring that follows, once this one is closed; null when it is the last for good.</summary>
    public EnvelopeRing? Next => Volatile.Read(ref _next) is { } next && next != this ? next : null;

    /// <summary>Closed, and none follows it. Any thread.</summary>
    public bool IsEnd => Volatile.Read(ref _next) == this;

    /// <summary>Closed, and everything in it has been taken. Receiver.</summary>
    public bool IsOver => Volatile.Read(ref Tail) == Head + Closed;

    // The place that the next sender takes.
    private ref long Tail => ref _spread is null ? ref _tail : ref _spread.At.Tail;

    // A place from which on senders must look whether the receiver is out of it.
    private ref long Limit => ref _spread is null ? ref _limit : ref _spread.At.Limit;

    // The place that the receiver takes next. Written by the receiver only.
    private ref long Head => ref _spread is null ? ref _head : ref _spread.At.Head;

    /// <summary>Any thread; exact when nobody sends or takes.</summary>
    public int Count => (int)Math.Max(0, (Volatile.Read(ref Tail) & ~Closed) - Volatile.Read(ref Head));

    /// <summary>False when it is full or closed. Any thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdd(in StampedEnvelope envelope)
    {
        // nothing may fail once a place is taken: the receiver would wait for its message
        if (!envelope.Mark.IsNone && _marks is null)
        {
            Interlocked.CompareExchange(ref _marks, new Mark[_slots.Length], null);
        }

        // found once: where they are is a question each time
        ref var tail = ref Tail;
        ref var limit = ref Limit;
        var slots = _slots;
        while (true)
        {
            var next = Volatile.Read(ref tail);
            if (next >= Volatile.Read(ref limit) && !HasRoom(next))
            {
                return false;
            }

            if (Interlocked.CompareExchange(ref tail, next + 1, next) == next)
            {
                var place = (int)next & (slots.Length - 1);
                if (_marks is { } marks && !marks[place].Is(envelope.Mark))
                {
                    marks[place] = envelope.Mark;
                }

                Put(ref slots[place], envelope.Held, envelope.Sender);
                return true;
            }
        }
    }

    /// <summary>False when it is empty. Receiver.</summary>
    public bool TryTake(out StampedEnvelope envelope)
    {
        ref var head = ref Head;
        var slots = _slots;
        var place = (int)head & (slots.Length - 1);
        ref var slot = ref slots[place];
        var held = Volatile.Read(ref slot.Held) ?? Awaited(head, ref slot);
        if (held is null)
        {
            envelope = default;
            return false;
        }

        envelope = new StampedEnvelope(held, slot.Sender!, _marks is { } marks ? marks[place] : default);

        // in this order: who looks and finds no sender finds no message either
        slot.Held = null;
        Volatile.Write(ref slot.Sender, null);
        Volatile.Write(ref head, head + 1);
        return true;
    }

    /// <summary>The ring that follows this one, which was full a moment ago and takes no more; null when it is the end. Any thread.</summary>
    public EnvelopeRing? Follow()
    {
        lock (_slots)
        {
            if (_next is null)
            {
                Interlocked.Add(ref Tail, Closed);
                Volatile.Write(ref _next, new EnvelopeRing(Math.Min(_slots.Length * 2, Largest)));
            }

            return Next;
        }
    }

    /// <summary>Closes this one for good, unless another follows already, which is returned.</summary>
    public EnvelopeRing? End()
    {
        lock (_slots)
        {
            if (_next is null)
            {
                // in this order: who is refused finds that it is the end
                Volatile.Write(ref _next, this);
                Interlocked.Add(ref Tail, Closed);
            }

            return Next;
        }
    }

    /// <summary>
    /// What waits at a place behind the oldest message, which has 0. Any thread: what is taken or comes meanwhile may be missing or be seen
    /// twice, and where one is being written or taken there is none.
    /// </summary>
    public bool TryLook(int place, out StampedEnvelope envelope)
    {
        var at = Volatile.Read(ref Head) + place;
        ref var slot = ref _slots[(int)at & (_slots.Length - 1)];
        var held = Volatile.Read(ref slot.Held);
        envelope = new StampedEnvelope(held!, Volatile.Read(ref slot.Sender)!, _marks is { } marks ? marks[(int)at & (marks.Length - 1)] : default);

        // Taken meanwhile, it has no message any more; and if it has another one by now, the receiver has passed it.
        return held is not null && ReferenceEquals(Volatile.Read(ref slot.Held), held) && Volatile.Read(ref Head) <= at;
    }

    // The place is empty: nothing has to be written for a message without a sender. The message comes last, it tells that all is there.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref Slot slot, object held, IActorRef? sender)
    {
        if (sender is not null)
        {
            slot.Sender = sender;
        }

        Volatile.Write(ref slot.Held, held);
    }

    // A sender may have taken the place and not have written yet: what others have sent since is behind it.
    private object? Awaited(long head, ref Slot slot)
    {
        if ((Volatile.Read(ref Tail) & ~Closed) == head)
        {
            return null;
        }

        var spinner = default(SpinWait);
        object? held;
        while ((held = Volatile.Read(ref slot.Held)) is null)
        {
            // never for a millisecond: it is a matter of a few instructions, unless the sender has lost its processor
            spinner.SpinOnce(sleep1Threshold: -1);
        }

        return held;
    }

    private bool HasRoom(long tail)
    {
        var limit = Volatile.Read(ref Head) + _slots.Length;

        // another sender may have found a later one; an earlier one is only asked again sooner
        Volatile.Write(ref Limit, limit);
        return tail < limit;
    }

    private struct Slot
    {
        public object? Held;
        public IActorRef? Sender;
    }

    private sealed class SpreadCursors
    {
        public Lines At;
    }

    /// <summary>Senders' and receiver's own, and what all of them read, in cache lines of their own.</summary>
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
