using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The unsampled traces that were kept lately, the latest last. Any thread.</summary>
internal sealed class LastKept
{
    /// <summary>So many are known.</summary>
    public const int Most = 100;

    private readonly Queue<(ActivityTraceId Trace, long At)> _traces = new();

    /// <param name="trace">The trace.</param>
    /// <param name="at"><see cref="Stopwatch"/> ticks.</param>
    public void Add(ActivityTraceId trace, long at)
    {
        lock (_traces)
        {
            _traces.Enqueue((trace, at));
            if (_traces.Count > Most)
            {
                _traces.Dequeue();
            }
        }
    }

    public IReadOnlyList<(ActivityTraceId Trace, long At)> Read()
    {
        lock (_traces)
        {
            return [.. _traces];
        }
    }
}
