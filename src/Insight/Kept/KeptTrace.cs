using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A trace that is not sampled, and whose messages leave records for a while. If one of them fails, the trace is kept: the records become spans, and
/// what is sent in it from then on is recorded as in any recorded trace. Its id is a text only where somebody needs one. Any thread.
/// </summary>
internal sealed class KeptTrace
{
    // Unknown to others, so that nobody can choose ids that have one key.
    private static readonly ulong HighFactor = (ulong)Random.Shared.NextInt64() | 1;
    private static readonly ulong LowFactor = (ulong)Random.Shared.NextInt64() | 1;

    private readonly ulong _high;
    private readonly ulong _low;
    private NonRecordingContext? _context;
    private long _keptAt;

    /// <summary>A new trace.</summary>
    /// <param name="begunAt">When its first message began.</param>
    public KeptTrace(long begunAt) =>
        (_high, _low, BegunAt) = ((ulong)Random.Shared.NextInt64(), (ulong)Random.Shared.NextInt64() | 1, begunAt);

    /// <summary>A trace that has an id: of an activity, or from another node.</summary>
    /// <param name="context">The trace.</param>
    /// <param name="begunAt">When its first message began here.</param>
    public KeptTrace(NonRecordingContext context, long begunAt)
    {
        (_context, BegunAt) = (context, begunAt);
        Span<byte> id = stackalloc byte[16];
        context.TraceId.CopyTo(id);
        (_high, _low) = (BinaryPrimitives.ReadUInt64BigEndian(id), BinaryPrimitives.ReadUInt64BigEndian(id[8..]));
    }

    /// <summary>The same trace, whose messages leave records. Of two threads that make it, the last one's stays.</summary>
    public static KeptTrace Of(NonRecordingContext context, long begunAt)
    {
        if (context.Kept is not KeptTrace known)
        {
            context.Kept = known = new(context, begunAt);
        }

        return known;
    }

    /// <summary>What its records are found by; never 0.</summary>
    public ulong Key => (BitRotate(_high * HighFactor) ^ (_low * LowFactor)) | 1;

    /// <summary>When its first message began here, in <see cref="Stopwatch"/> ticks.</summary>
    public long BegunAt { get; }

    /// <summary>Whether it is kept.</summary>
    public bool IsKept
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref _keptAt) != 0;
    }

    /// <summary>The same trace as activities and other nodes see it. Made when asked for: of two threads, either makes the same.</summary>
    public NonRecordingContext Context => _context ??= MakeContext();

    /// <summary>Whether it is somebody else's trace, which the activities of its handlers show.</summary>
    public bool IsForeign => _context is { IsRoot: false };

    /// <summary>The context of the activity in which it began; default for none. That one is never exported.</summary>
    public ActivityContext Parent => _context is null or { IsRoot: true } ? default : _context.Context;

    public ActivityTraceId Id => Context.TraceId;

    /// <summary>Whether one of its messages came from another node, or was sent to one.</summary>
    public bool HasMetNodes { get; set; }

    /// <summary>Keeps the trace, which may go on for hours, for as long as records are there. Returns false if that time is not over.</summary>
    /// <param name="now">The time.</param>
    /// <param name="since">Records before this have had their time.</param>
    public bool TryKeep(long now, out long since)
    {
        var before = Volatile.Read(ref _keptAt);
        since = before == 0 ? 0 : before + KeptRing.KeptFor;
        return now > since && Interlocked.CompareExchange(ref _keptAt, now, before) == before;
    }

    /// <summary>A recorded span in this trace.</summary>
    /// <param name="span">Its id; 0 for none: what begins then has no parent.</param>
    public ActivityContext Recorded(ulong span)
    {
        var context = Context;
        var (flags, state) = context.IsRoot ? default : (context.Context.TraceFlags, context.Context.TraceState);
        return new(Id, span == 0 ? default : SpanIds.Of(span), flags | ActivityTraceFlags.Recorded, state);
    }

    private NonRecordingContext MakeContext()
    {
        var made = NonRecordingContext.Root(IdOf(_high, _low));
        made.Kept = this;
        return made;
    }

    private static ulong BitRotate(ulong value) => (value << 32) | (value >> 32);

    private static ActivityTraceId IdOf(ulong high, ulong low)
    {
        Span<byte> id = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64BigEndian(id, high);
        BinaryPrimitives.WriteUInt64BigEndian(id[8..], low);
        return ActivityTraceId.CreateFromBytes(id);
    }
}

/// <summary>
/// Where a message was sent: in the handler of an unsampled message that leaves a record. All messages that the handler sends share one object. Once
/// the trace is kept, it is the origin of a recorded span.
/// </summary>
/// <param name="trace">The trace.</param>
/// <param name="spanId">The id of the sending message.</param>
/// <param name="depth">The number of messages before the sending one.</param>
internal sealed class RecordOrigin(KeptTrace trace, ulong spanId, int depth) : KeptOrigin
{
    /// <summary>The trace.</summary>
    public KeptTrace Of => trace;

    public ulong SpanId => spanId;

    public int Depth => depth;

    /// <summary>The handler of the sending message has ended. Its thread writes it; others may read it late.</summary>
    public bool HasEnded { get; set; }

    public override bool IsPlain
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !trace.IsKept && !trace.IsForeign;
    }

    public override bool IsRecorded
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => trace.IsKept;
    }

    public override ActivityContext Context => trace.IsKept ? trace.Recorded(spanId) : trace.Parent;

    public override ActivitySpanId MessageId
    {
        get
        {
            trace.HasMetNodes = true;
            return SpanIds.Of(spanId);
        }
    }

    public override SenderContext? Sent => trace.IsKept ? SenderContext.Of(Context) : null;

    public override NonRecordingContext NonRecording => trace.Context;
}
