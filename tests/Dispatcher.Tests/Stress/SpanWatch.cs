namespace AkkaInstrumentation.Tests.Stress;

/// <summary>Listens to the spans below a path and keeps none. Beside it a listener that throws at some messages.</summary>
internal sealed class SpanWatch : IDisposable
{
    private readonly ConcurrentDictionary<ActivitySpanId, string> _open = new();
    private readonly string _path;
    private readonly Books _books;
    private readonly ActivityListener _watching;
    private readonly ActivityListener _throwing;
    private readonly MeterListener _throwingToo;
    private long _started;
    private long _stopped;
    private long _failed;
    private long _failedLate;

    public SpanWatch(string path, Books books)
    {
        (_path, _books) = (path, books);
        _watching = Listener(_ => { }, Start, Stop);
        _throwing = Listener(tags => ThrowAt(tags), span => ThrowAt(span.TagObjects), span => ThrowAt(span.TagObjects));
        _throwingToo = Listening.Metrics((_, _, tags, _) => ThrowAt(tags.ToArray()));
    }

    public long Started => Interlocked.Read(ref _started);

    public long Stopped => Interlocked.Read(ref _stopped);

    /// <summary>Because the handler threw, and not because its actor was stopped.</summary>
    public long Failed => Interlocked.Read(ref _failed);

    /// <summary>Of messages that were not sampled.</summary>
    public long FailedLate => Interlocked.Read(ref _failedLate);

    public string Open => string.Join('\n', _open.Values.Take(10));

    public bool AllAreOver => _open.IsEmpty;

    public void Dispose()
    {
        _watching.Dispose();
        _throwing.Dispose();
        _throwingToo.Dispose();
    }

    private static void ThrowAt(IEnumerable<KeyValuePair<string, object?>> tags)
    {
        Fail.If(Random.Shared.Next(2) == 0 && tags.Any(tag => tag is { Key: AkkaSpanAttributes.MessageType, Value: nameof(Cursed) }));
    }

    private void Start(Activity span)
    {
        Interlocked.Increment(ref _started);
        _books.Check(
            _open.TryAdd(
                span.SpanId, $"{span.DisplayName} {span.GetTagItem(AkkaSpanAttributes.MessageType)} {span.GetTagItem(AkkaSpanAttributes.ActorPath)}"),
                    () => "started twice");
    }

    private void Stop(Activity span)
    {
        Interlocked.Increment(ref _stopped);
        if (span.Status == ActivityStatusCode.Error && !SpanError.ActorStopped.Equals(span.GetTagItem(AkkaSpanAttributes.ErrorType)))
        {
            Interlocked.Increment(ref span.GetTagItem(AkkaSpanAttributes.SamplingReason) is null ? ref _failed : ref _failedLate);
        }

        _books.Check(_open.TryRemove(span.SpanId, out _), () => $"{span.DisplayName} stopped twice");
    }

    private ActivityListener Listener(
        Action<IEnumerable<KeyValuePair<string, object?>>> sampling, Action<Activity> started, Action<Activity> stopped) =>
        Listening.Spans(
            (ref options) =>
            {
                if (options.Tags?.FirstOrDefault(tag => tag.Key == AkkaSpanAttributes.ActorPath).Value is string path
                    && path.StartsWith(_path, StringComparison.Ordinal))
                {
                    sampling(options.Tags);
                    return ActivitySamplingResult.AllDataAndRecorded;
                }

                return ActivitySamplingResult.None;
            },
            started,
            stopped);
}
