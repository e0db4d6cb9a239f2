using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The traces of the last minute that were taken, with a limit for their memory. Any thread.</summary>
internal sealed class TraceStore
{
    /// <summary>The approximate limit of the bytes that all traces take together.</summary>
    public const long MaxBytes = 7 * 1024 * 1024;

    private static readonly long KeptTicks = 60 * Stopwatch.Frequency;

    // There are many spans of traces that were not taken. They only cost a look-up here, without a lock.
    private readonly ConcurrentDictionary<ActivityTraceId, SeenTrace> _traces = new();
    private readonly object _lock = new();
    private readonly FairRing<SeenTrace> _kept = new(static trace => trace.Size);

    /// <summary>The approximate number of bytes that the traces take.</summary>
    public long Bytes
    {
        get
        {
            lock (_lock)
            {
                return _kept.Size;
            }
        }
    }

    /// <summary>The trace, if it was taken.</summary>
    public SeenTrace? Find(ActivityTraceId id) => _traces.GetValueOrDefault(id);

    /// <summary>Whether a text can be the id of a trace.</summary>
    public static bool IsId(string text) => text.Length == 32 && text.All(char.IsAsciiHexDigitLower);

    /// <summary>Takes a trace: spans of it are kept from now on.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="isWhole">Whether it has only begun.</param>
    /// <param name="owner">The name of the span for which it is taken. The owners share the memory.</param>
    public void Take(ActivityTraceId id, bool isWhole, string owner)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            Forget(now);
            var trace = new SeenTrace(id, now, isWhole, owner);
            if (_traces.TryAdd(id, trace))
            {
                _kept.Add(owner, trace);
            }
        }
    }

    /// <summary>Adds a span to its trace, if that trace was taken.</summary>
    public void Add(Activity span)
    {
        if (!_traces.TryGetValue(span.TraceId, out var trace))
        {
            return;
        }

        var seen = SeenSpan.From(span);
        Add(trace, () => trace.Add(seen));
    }

    /// <summary>Adds a log line to a trace that was taken.</summary>
    public void Add(SeenTrace trace, SeenLine line) => Add(trace, () => trace.Add(line));

    /// <summary>Forgets a trace that has no span of an actor. Returns whether there was one.</summary>
    public bool Drop(ActivityTraceId id)
    {
        lock (_lock)
        {
            return _traces.TryGetValue(id, out var trace) && !trace.HasActors && Remove(trace);
        }
    }

    /// <summary>Reads the traces that have a span of an actor, the latest first.</summary>
    public T Read<T>(Func<IEnumerable<SeenTrace>, T> read)
    {
        lock (_lock)
        {
            Forget(Stopwatch.GetTimestamp());
            return read(_traces.Values.Where(trace => trace.HasActors).OrderByDescending(trace => trace.Seen));
        }
    }

    /// <summary>Reads one of them; null when it is not kept.</summary>
    public T? Read<T>(string id, Func<SeenTrace, T> read)
        where T : class
    {
        lock (_lock)
        {
            Forget(Stopwatch.GetTimestamp());
            return IsId(id) && Find(ActivityTraceId.CreateFromString(id)) is { HasActors: true } trace ? read(trace) : null;
        }
    }

    private void Add(SeenTrace trace, Action add)
    {
        lock (_lock)
        {
            // The trace may have been forgotten meanwhile, and taken again.
            if (Find(trace.Id) != trace)
            {
                return;
            }

            var before = trace.Size;
            add();
            _kept.Grow(trace.Owner, trace.Size - before);
            while (_kept.Size > MaxBytes)
            {
                Remove(_kept.TakeFromLargest());
            }
        }
    }

    private void Forget(long now)
    {
        foreach (var old in _kept.TakeOld(trace => now - trace.Seen > KeptTicks))
        {
            Remove(old);
        }
    }

    private bool Remove(SeenTrace trace) => _traces.TryRemove(new(trace.Id, trace));
}
