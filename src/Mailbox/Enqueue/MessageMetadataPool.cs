using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Free metadata objects. Senders take them and receivers return them, mostly on different threads. Each thread has its own list. A full list goes to
/// a shared stack as a whole. A thread with an empty list takes all lists of the stack. So metadata costs no allocation and rarely an interlocked
/// operation. Taking the whole stack at once also avoids the ABA problem.
/// </summary>
internal static class MessageMetadataPool
{
    private const int Batch = 64;

    // When the stack holds this many lists, a thread leaves its full list to the garbage collector.
    private const int MaxBatches = 256;

    [ThreadStatic]
    private static List? t_list;

    private static Stacked? s_stack;

    /// <summary>The payload of a message: the message itself when there is nothing to record about it, otherwise metadata.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object Around(object message, WeightedTimestamp stamp, MessageOrigin? origin) =>
        stamp.IsNone && origin is null ? message : Take(message, stamp, origin);

    public static MessageMetadata Take(object message, WeightedTimestamp stamp, MessageOrigin? origin)
    {
        var list = t_list ??= new List();
        var metadata = list.First ?? Refill(list);
        list.First = (MessageMetadata?)metadata.Message;
        list.Count--;
        metadata.Message = message;
        metadata.Stamp = stamp;
        metadata.Origin = origin;
        return metadata;
    }

    /// <summary>The metadata has left the queue and has been read. Nobody may read it any more, except a collector that looks at its time.</summary>
    public static void Return(MessageMetadata metadata)
    {
        metadata.Origin = null;
        metadata.Stamp = default;
        var list = t_list ??= new List();
        if (list.Count >= Batch)
        {
            Share(list);
        }

        metadata.Message = list.First;
        list.First = metadata;
        list.Count++;
    }

    private static MessageMetadata Refill(List list)
    {
        if (Volatile.Read(ref s_stack) is not null && Interlocked.Exchange(ref s_stack, null) is { } batch)
        {
            list.First = batch.First;
            list.Count = Batch;
            PutBack(batch.Below);
            return list.First;
        }

        list.Count = 1;
        PoolAllocations.Add();
        return new MessageMetadata();
    }

    private static void Share(List list)
    {
        Push(new Stacked(list.First!));
        (list.First, list.Count) = (null, 0);
    }

    private static void Push(Stacked batch)
    {
        while (true)
        {
            var top = Volatile.Read(ref s_stack);
            if (top is not null && top.Height >= MaxBatches)
            {
                return;
            }

            batch.Below = top;
            batch.Height = (top?.Height ?? 0) + 1;
            if (Interlocked.CompareExchange(ref s_stack, batch, top) == top)
            {
                return;
            }
        }
    }

    // The thread that took the stack keeps one batch. It puts the rest back if the stack is still empty; otherwise the rest is dropped.
    private static void PutBack(Stacked? rest)
    {
        if (rest is not null)
        {
            Interlocked.CompareExchange(ref s_stack, rest, null);
        }
    }

    private sealed class List
    {
        public MessageMetadata? First;
        public int Count;
    }

    private sealed class Stacked(MessageMetadata first)
    {
        public readonly MessageMetadata First = first;
        public Stacked? Below;
        public int Height;
    }
}
