namespace WebApi.LivePage.Traces;

/// <summary>
/// The slowest and the latest failed traces of the last minute: the best few of each five seconds, so that what is kept
/// does not depend on the traffic. Guarded by the exporter's lock.
/// </summary>
internal sealed class TraceBoard
{
    private const int Shown = 8;
    private static readonly TimeSpan Slice = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Horizon = TimeSpan.FromSeconds(60);

    private readonly Queue<TimeSlice> _slices = new();
    private TimeSlice? _latest;

    public void Add(Trace trace)
    {
        var end = trace.Request!.End;
        if (_latest is null || end - _latest.Start > Slice)
        {
            _latest = new TimeSlice(end);
            _slices.Enqueue(_latest);
            Forget(end);
        }

        _latest.Add(trace);
    }

    public IEnumerable<Trace> Slowest(DateTime now)
    {
        Forget(now);
        return _slices.SelectMany(slice => slice.Slowest).OrderByDescending(DurationOf).Take(Shown);
    }

    public IEnumerable<Trace> Failed(DateTime now)
    {
        Forget(now);
        return _slices.SelectMany(slice => slice.Failed).OrderByDescending(trace => trace.Request!.End).Take(Shown);
    }

    private void Forget(DateTime now)
    {
        while (_slices.TryPeek(out var oldest) && now - oldest.Start > Horizon + Slice)
        {
            _slices.Dequeue();
        }
    }

    private static TimeSpan DurationOf(Trace trace) => trace.Request!.Duration;

    private sealed class TimeSlice(DateTime start)
    {
        private readonly PriorityQueue<Trace, TimeSpan> _slowest = new();
        private readonly Queue<Trace> _failed = new();

        public DateTime Start => start;

        public IEnumerable<Trace> Slowest => _slowest.UnorderedItems.Select(item => item.Element);

        public IEnumerable<Trace> Failed => _failed;

        public void Add(Trace trace)
        {
            _slowest.Enqueue(trace, DurationOf(trace));
            if (_slowest.Count > Shown)
            {
                _slowest.Dequeue();
            }

            if (!trace.HasFailed)
            {
                return;
            }

            _failed.Enqueue(trace);
            if (_failed.Count > Shown)
            {
                _failed.Dequeue();
            }
        }
    }
}
