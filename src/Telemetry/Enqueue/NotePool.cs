using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Notes that are free. Senders take, receivers give back, mostly on different threads: each thread has a list of its
/// own; a full one is put on a shared stack as a whole, and a thread that has none takes all that is there. So a note
/// costs no allocation and hardly ever an interlocked operation. Taking everything at once is also what keeps the
/// stack free of the ABA problem.
/// </summary>
internal static class NotePool
{
    private const int Batch = 64;

    // a thread leaves its full list to the garbage collector when the stack holds this many lists
    private const int MostBatches = 256;

    [ThreadStatic]
    private static List? t_list;

    private static Stacked? s_stack;
    private static long s_made;

    /// <summary>Notes allocated so far, because the sending thread found none: the first ones, and under a large backlog.</summary>
    public static long Made => Interlocked.Read(ref s_made);

    /// <summary>The message as it waits: itself when there is nothing to note about it, else its note.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object Around(object message, Chosen stamp, object? noted) => stamp.IsNone && noted is null ? message : Take(message, stamp, noted);

    public static Note Take(object message, Chosen stamp, object? trace)
    {
        var list = t_list ??= new List();
        var note = list.First ?? Refill(list);
        list.First = (Note?)note.Trace;
        list.Count--;
        note.Message = message;
        note.Stamp = stamp;
        note.Trace = trace;
        return note;
    }

    /// <summary>The note is out of the queue and read. Nobody may look at it any more, a collector's glance aside.</summary>
    public static void Return(Note note)
    {
        note.Message = null;
        note.Stamp = default;
        var list = t_list ??= new List();
        if (list.Count >= Batch)
        {
            Share(list);
        }

        note.Trace = list.First;
        list.First = note;
        list.Count++;
    }

    private static Note Refill(List list)
    {
        if (Volatile.Read(ref s_stack) is not null && Interlocked.Exchange(ref s_stack, null) is { } batch)
        {
            list.First = batch.First;
            list.Count = Batch;
            PutBack(batch.Below);
            return list.First;
        }

        list.Count = 1;
        Interlocked.Increment(ref s_made);
        return new Note();
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
            if (top is not null && top.Height >= MostBatches)
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

    // Whoever took the stack keeps one batch; the rest goes back under what others have stacked meanwhile, or is dropped.
    private static void PutBack(Stacked? rest)
    {
        if (rest is not null)
        {
            Interlocked.CompareExchange(ref s_stack, rest, null);
        }
    }

    private sealed class List
    {
        public Note? First;
        public int Count;
    }

    private sealed class Stacked(Note first)
    {
        public readonly Note First = first;
        public Stacked? Below;
        public int Height;
    }
}
