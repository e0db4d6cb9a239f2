using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The records of unsampled messages of this process, the latest ones. Each thread writes to a block of its own. The blocks together have a bounded
/// size: when it is reached, a thread that has filled its block goes on in the one that was filled first, wherever. A thread that has ended leaves
/// its block to others, and so does one that has written nothing for a second if there are more threads than blocks. The writer takes no lock but
/// once a block; whoever reads copies a record, and then looks whether the block still is the same.
/// </summary>
internal static class KeptRing
{
    private static readonly object Gate = new();

    // A thread that rests writes nothing for so long.
    private static readonly long Rest = Stopwatch.Frequency;

    [ThreadStatic]
    private static KeptWriter? t_writer;

    // Blocks that are full or whose thread has ended, the oldest first.
    private static readonly Queue<KeptBlock> Left = new();

    // Replaced as a whole.
    private static KeptBlock[] s_blocks = [];
    private static int s_maxBlocks = 1;
    private static long s_lostBefore;
    private static long s_keptFor;

    // When more threads than blocks want one, not each message asks.
    private static long s_noneUntil;

    /// <summary>All blocks. Any thread.</summary>
    public static KeptBlock[] Blocks => Volatile.Read(ref s_blocks);

    /// <summary>Records of messages that ended before this may have left the ring; <see cref="Stopwatch"/> ticks.</summary>
    public static long LostBefore => Volatile.Read(ref s_lostBefore);

    /// <summary>How long a record is there at most, in ticks.</summary>
    public static long KeptFor => Volatile.Read(ref s_keptFor);

    /// <summary>
    /// Sets the bytes of all blocks, and how long a record is there. With several actor systems the last one's settings hold for all.
    /// </summary>
    public static void Limit(long bytes, TimeSpan keptFor)
    {
        lock (Gate)
        {
            s_maxBlocks = (int)Math.Max(1, bytes / KeptBlock.Bytes);
            Volatile.Write(ref s_keptFor, Ticks.From(keptFor));
            while (s_blocks.Length > s_maxBlocks)
            {
                Drop(Left.TryDequeue(out var oldest) ? oldest : s_blocks.MinBy(static block => block.LastAt)!);
            }
        }
    }

    /// <summary>A place for one more record of this thread, which the caller fills and then publishes; null where none is left.</summary>
    public static KeptBlock? Place(long now)
    {
        var block = t_writer?.Block;
        return block is { IsFull: false } ? block : now < Volatile.Read(ref s_noneUntil) ? null : Next(now);
    }

    /// <summary>Takes away what has become old, and what is more than may be. The background thread.</summary>
    /// <param name="before">Blocks whose last record is older are not needed; <see cref="Stopwatch"/> ticks.</param>
    public static void Release(long before)
    {
        lock (Gate)
        {
            LeaveOfEnded();
            var kept = Left.Where(block => block.LastAt >= before).ToArray();
            if (kept.Length == Left.Count)
            {
                return;
            }

            Volatile.Write(ref s_blocks, [.. s_blocks.Where(block => !block.IsFree || kept.Contains(block))]);
            Left.Clear();
            Array.ForEach(kept, Left.Enqueue);
            NoteLost(before);
        }
    }

    /// <summary>The records of a trace that are in the ring now. Any thread.</summary>
    public static List<KeptRecord> Find(ulong key)
    {
        var found = new List<KeptRecord>();
        foreach (var block in Blocks)
        {
            var epoch = block.Epoch;
            var keys = block.Keys[..block.Count];
            for (int from = 0, at; (at = keys[from..].IndexOf(key)) >= 0; from += at + 1)
            {
                if (!block.TryRead(epoch, from + at, out var record))
                {
                    break;
                }

                found.Add(record);
            }
        }

        return found;
    }

    /// <summary>
    /// How many messages have left the ring that came before something that this one has sent: itself, and those before it along its parents. 0 if
    /// none can have.
    /// </summary>
    public static int MissingBefore(RecordOrigin? sender)
    {
        if (sender is not { HasEnded: true } || sender.Of.BegunAt >= LostBefore)
        {
            return 0;
        }

        var parents = new Dictionary<ulong, ulong>();
        foreach (var record in Find(sender.Of.Key))
        {
            parents[record.SpanId] = record.Parent;
        }

        var missing = sender.Depth + 1;
        for (var id = sender.SpanId; missing > 0 && parents.TryGetValue(id, out id);)
        {
            missing--;
        }

        return missing;
    }

    // The thread has filled its block, or has none.
    private static KeptBlock? Next(long now)
    {
        lock (Gate)
        {
            var writer = t_writer ??= new(Thread.CurrentThread);
            if (writer.Block is { } full)
            {
                Leave(full);
            }

            if (s_blocks.Length < s_maxBlocks)
            {
                return Add().Take(writer, now);
            }

            if (Left.Count == 0)
            {
                LeaveOfEnded();
            }

            if (Left.TryDequeue(out var next))
            {
                NoteLost(next.LastAt);
                return next.Take(writer, now);
            }

            // All blocks belong to living threads. One that rests may be about to write, so its block is not used again.
            if (s_blocks.MinBy(static block => block.LastAt) is { } oldest && now - oldest.LastAt > Rest)
            {
                Drop(oldest);
                return Add().Take(writer, now);
            }

            NoteLost(now);
            Volatile.Write(ref s_noneUntil, now + (Stopwatch.Frequency / 100));
            return null;
        }
    }

    private static KeptBlock Add()
    {
        var block = new KeptBlock();
        Volatile.Write(ref s_blocks, [.. s_blocks, block]);
        return block;
    }

    private static void Drop(KeptBlock block)
    {
        block.Leave();
        Volatile.Write(ref s_blocks, [.. s_blocks.Where(other => other != block)]);
        NoteLost(block.LastAt);
    }

    private static void Leave(KeptBlock block)
    {
        block.Leave();
        Left.Enqueue(block);
    }

    private static void LeaveOfEnded()
    {
        foreach (var block in s_blocks)
        {
            if (block is { IsFree: false, HasLivingWriter: false })
            {
                Leave(block);
            }
        }
    }

    private static void NoteLost(long before) => Volatile.Write(ref s_lostBefore, Math.Max(s_lostBefore, before));
}

/// <summary>
/// A block of records. One thread at a time writes it. Readers search the keys, which lie together, and copy what they have found.
/// </summary>
internal sealed class KeptBlock
{
    /// <summary>Records in a block.</summary>
    public const int Size = 256;

    /// <summary>About the bytes of a block: 72 for each record, and the key of its trace.</summary>
    public const int Bytes = Size * (72 + sizeof(ulong));

    private readonly ulong[] _keys = new ulong[Size];
    private readonly KeptRecord[] _records = new KeptRecord[Size];
    private int _count;
    private int _epoch;
    private long _lastAt;
    private KeptWriter? _writer;

    /// <summary>How often the block has begun anew.</summary>
    public int Epoch => Volatile.Read(ref _epoch);

    /// <summary>Records so far.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>When the last message of the block ended; if it has none yet, when it began.</summary>
    public long LastAt => Volatile.Read(ref _lastAt);

    /// <summary>What a search has seen of it. Only the searching thread uses it.</summary>
    public (int Epoch, int Count) Searched { get; set; }

    public bool IsFull => _count == Size;

    /// <summary>Whether no thread writes to it. Under the lock of the ring.</summary>
    public bool IsFree => _writer is null;

    public bool HasLivingWriter => _writer is { Thread.IsAlive: true };

    /// <summary>The keys of the traces of its records. Any thread, up to <see cref="Count"/>.</summary>
    public ReadOnlySpan<ulong> Keys => _keys;

    /// <summary>The next record, to be filled. Its writer.</summary>
    public ref KeptRecord Next => ref _records[_count];

    /// <summary>The next record is filled. Its writer.</summary>
    public void Publish(ulong key, long endedAt)
    {
        _keys[_count] = key;
        _lastAt = endedAt;
        Volatile.Write(ref _count, _count + 1);
    }

    /// <summary>Copies a record. Returns false if the block has begun anew meanwhile. Any thread.</summary>
    public bool TryRead(int epoch, int index, out KeptRecord record)
    {
        record = _records[index];
        Interlocked.MemoryBarrier();
        return Volatile.Read(ref _epoch) == epoch;
    }

    /// <summary>A thread begins to write. Returns this block. Under the lock of the ring.</summary>
    public KeptBlock Take(KeptWriter writer, long now)
    {
        Interlocked.Increment(ref _epoch);
        Volatile.Write(ref _count, 0);
        Volatile.Write(ref _lastAt, now);
        (_writer, writer.Block) = (writer, this);
        return this;
    }

    /// <summary>
    /// The thread gets another block before it writes again. If this is another thread, it may be writing to this one right now. Under the lock of
    /// the ring.
    /// </summary>
    public void Leave()
    {
        if (_writer is { } writer)
        {
            (_writer, writer.Block) = (null, null);
        }
    }
}

/// <summary>A thread that writes records. Under the lock of the ring, but for the thread, which reads its block.</summary>
internal sealed class KeptWriter(Thread thread)
{
    private volatile KeptBlock? _block;

    public Thread Thread => thread;

    /// <summary>Null before it has written, and when its block was taken away.</summary>
    public KeptBlock? Block
    {
        get => _block;
        set => _block = value;
    }
}

/// <summary>What records of one type of messages at one type of actors have in common.</summary>
/// <param name="info">Both types.</param>
/// <param name="verdict">The rules' verdict.</param>
/// <param name="shownName">The name of the event, if the message is a journal's answer for one; null for its own.</param>
internal sealed class KeptKind(MessageTypeInfo info, Verdict verdict, string? shownName = null)
{
    public MessageTypeInfo Info => info;

    public Verdict Verdict => verdict;

    public string? ShownName => shownName;

    public ActivityNeed Need { get; } = info.ActivityNeed;
}

/// <summary>One handled message of an unsampled trace. It keeps neither message nor actor alive.</summary>
internal struct KeptRecord
{
    /// <summary>The handler's mailbox, with path and type of the actor.</summary>
    public RecordingHandler Receiver;

    public KeptKind Kind;

    /// <summary>The path of the sender; null for none.</summary>
    public ActorPath? Sender;

    public ulong SpanId;

    /// <summary>The message in whose handler it was sent; 0 for none.</summary>
    public ulong Parent;

    /// <summary><see cref="Stopwatch"/> ticks.</summary>
    public long BegunAt;

    public long EndedAt;

    /// <summary>Ticks that it waited; negative when unknown.</summary>
    public long Waited;

    /// <summary>The number of messages before it in its trace.</summary>
    public int Depth;

    /// <summary>Whether its handler threw.</summary>
    public bool HasFailed;
}
