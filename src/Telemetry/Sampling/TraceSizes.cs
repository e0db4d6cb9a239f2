using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// How many spans each recorded trace has in this actor system. The key is the trace id, because an activity of ASP.NET Core, another node or a
/// continuation has nothing else. Traces with only a root are not kept. Any thread.
/// <para>
/// There are two generations, so that many traces, or forged ids, take a bounded amount of memory. A trace that gets a span moves to the younger
/// generation. A trace without a new span is forgotten after <see cref="PerGeneration"/> other traces have begun or moved; if it continues later, its
/// count starts again.
/// </para>
/// </summary>
internal sealed class TraceSizes
{
    /// <summary>Traces in one generation; a few more when several threads add one at once.</summary>
    public const int PerGeneration = 2_000;

    private const int AtFirst = 31;

    private Generation _latest = new(new(), AtFirst);

    /// <summary>The number of traces that are kept.</summary>
    public int Count => _latest.Young.Count + _latest.Old.Count;

    /// <summary>The size of a trace.</summary>
    // A thread may add to a generation that was replaced meanwhile. Other threads find that size in the old generation, or start to count again,
    // which allows a few spans too many.
    public TraceSize For(ActivityTraceId trace)
    {
        var latest = Volatile.Read(ref _latest);
        return latest.Young.TryGetValue(trace, out var size) ? size : Add(latest, trace, size: null);
    }

    /// <summary>A trace that was not recorded is recorded from now on, as far as the limit allows.</summary>
    public void Add(ActivityTraceId trace, SpanLimit limit) => Add(Volatile.Read(ref _latest), trace, new TraceSize(limit: limit));

    /// <summary>A new trace belongs to a conversation.</summary>
    public void Add(ActivityTraceId trace, TraceSize conversation) => Add(Volatile.Read(ref _latest), trace, new TraceSize(conversation));

    private TraceSize Add(Generation latest, ActivityTraceId trace, TraceSize? size)
    {
        if (Interlocked.Increment(ref latest.Added) > PerGeneration)
        {
            var next = new Generation(latest.Young, PerGeneration);
            latest = Interlocked.CompareExchange(ref _latest, next, latest) is var found && ReferenceEquals(found, latest) ? next : found;
        }

        return latest.Young.GetOrAdd(trace, latest.Old.TryGetValue(trace, out var known) ? known : size ?? new TraceSize());
    }

    private sealed class Generation(ConcurrentDictionary<ActivityTraceId, TraceSize> old, int capacity)
    {
        public int Added;

        public ConcurrentDictionary<ActivityTraceId, TraceSize> Young { get; } = new(Environment.ProcessorCount, capacity);

        public ConcurrentDictionary<ActivityTraceId, TraceSize> Old { get; } = old;
    }
}

/// <summary>Decides about each further span of a trace. Any thread.</summary>
internal abstract class SpanLimit
{
    /// <summary>Whether there may be one more now. If not, the trace has ended.</summary>
    public abstract bool TryTake();
}

/// <summary>The number of spans of one trace. Any thread.</summary>
/// <param name="conversation">The conversation in which the trace's first message was sent, and with which it counts; null for none.</param>
/// <param name="limit">A limit beside the number; null for none.</param>
internal sealed class TraceSize(TraceSize? conversation = null, SpanLimit? limit = null)
{
    // its root
    private int _spans = 1;
    private bool _hasEnded;

    public int Spans => Volatile.Read(ref _spans);

    /// <summary>Whether it has a limit beside the number.</summary>
    public bool IsLimited => limit is not null;

    /// <summary>The count of messages that begin traces of their own. Each message counts as one, however large its trace becomes.</summary>
    public TraceSize Conversation => conversation?.Conversation ?? this;

    /// <summary>
    /// Adds a span, unless the trace has this number already. It then gets no more spans. A thread that has just checked may add one more.
    /// </summary>
    public bool TryAdd(long most)
    {
        if (!Volatile.Read(ref _hasEnded) && Volatile.Read(ref _spans) < most
            && limit?.TryTake() != false && Interlocked.Increment(ref _spans) <= most)
        {
            return true;
        }

        Volatile.Write(ref _hasEnded, true);
        return false;
    }
}
