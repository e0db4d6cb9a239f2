namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>What a measurement callback sees of its thread when it gets the duration of an integer message.</summary>
internal sealed class RecordedDurations : IDisposable
{
    private readonly ConcurrentQueue<RecordedDuration> _recorded = new();
    private readonly MetricRecorder _metrics;

    public RecordedDurations(TestSystem system)
    {
        _metrics = new MetricRecorder(system.Name, static name => name == AkkaMetricNames.ActorProcessDuration);
        _metrics.OnRecorded = measured =>
        {
            if (!measured.Has([(AkkaSpanAttributes.MessageType, "Int32")]))
            {
                return;
            }

            Before?.Invoke();
            var current = Activity.Current;
            _recorded.Enqueue(new(Environment.CurrentManagedThreadId, current?.TraceId
                ?? default, current?.SpanId ?? default, current?.Recorded == true));
        };
    }

    /// <summary>Called in the callback.</summary>
    public Action? Before { get; set; }

    /// <summary>All so far; what is left in rings is recorded first.</summary>
    public IReadOnlyList<RecordedDuration> All()
    {
        PendingMeasurements.Record();
        return [.. _recorded];
    }

    public void Dispose() => _metrics.Dispose();
}

/// <summary>The thread and its current activity.</summary>
internal readonly record struct RecordedDuration(int Thread, ActivityTraceId Trace, ActivitySpanId Span, bool IsSampled);
