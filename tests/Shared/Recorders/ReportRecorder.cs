using System.Diagnostics.Tracing;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Listens to the event source and keeps what is reported of one actor system. The source is the process', so it filters. Without a system it keeps
/// the faults only.
/// </summary>
public sealed class ReportRecorder(TestSystem? system = null) : EventListener
{
    private readonly ConcurrentQueue<Report> _reports = new();
    private readonly ConcurrentQueue<string> _faults = new();
    private readonly string? _system = system?.Name;

    /// <summary>The callbacks of which the process has reported that they throw.</summary>
    public IReadOnlyList<string> Faults => [.. _faults];

    /// <summary>In order, of one kind or all.</summary>
    public IReadOnlyList<Report> Of(string? kind = null, string? path = null) =>
        [.. _reports.Where(report => (kind ?? report.Kind) == report.Kind && (path is null || path.Equals(report["path"])))];

    /// <summary>The first of its kind, awaited.</summary>
    public async Task<Report> First(string kind, string? path = null)
    {
        await Eventually.True(() => Of(kind, path).Count > 0, () => $"{kind} is not among: {string.Join("; ", _reports)}");
        return Of(kind, path)[0];
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "AkkaInstrumentation")
        {
            EnableEvents(eventSource, _system is null ? EventLevel.Error : EventLevel.Informational);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId == 1)
        {
            _faults.Enqueue((string)eventData.Payload![0]!);
        }
        else if (eventData.EventId >= 10 && Equals(eventData.Payload![0], _system))
        {
            _reports.Enqueue(new(
                eventData.EventName!,
                eventData.PayloadNames!.Zip(eventData.Payload).ToDictionary(value => value.First, value => value.Second!)));
        }
    }
}

/// <summary>One event with its payload by name.</summary>
public sealed record Report(string Kind, IReadOnlyDictionary<string, object> Values)
{
    public object this[string name] => Values[name];

    public override string ToString() => $"{Kind} {string.Join(", ", Values.Select(value => $"{value.Key}={value.Value}"))}";
}
