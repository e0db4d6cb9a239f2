using System.Diagnostics;
using System.Diagnostics.Tracing;

namespace AkkaInstrumentation;

/// <summary>
/// Listens to the watchdog's events about one actor system, as long as it exists, and keeps the reports of the last hour. An event that ends
/// something changes the report of its start. Any thread.
/// </summary>
internal sealed class ReportListener(string systemName) : EventListener
{
    private const int Kept = 100;

    private static readonly long KeptTicks = Ticks.From(TimeSpan.FromHours(1));

    // Set before the base class calls back.
    private readonly string _system = systemName;
    private readonly object _lock = new();
    private readonly LinkedList<WatchdogReport> _reports = new();

    /// <summary>Those that go on first, then the latest.</summary>
    public IReadOnlyList<WatchdogReport> Latest
    {
        get
        {
            lock (_lock)
            {
                var now = Stopwatch.GetTimestamp();
                return [.. _reports.Where(report => !report.HasEnded || now - report.At < KeptTicks).OrderBy(report => report.HasEnded)];
            }
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == AkkaTelemetry.SourceName)
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData is not { PayloadNames: { } names, Payload: { } values })
        {
            return;
        }

        var payload = names.Zip(values).ToDictionary(value => value.First, value => value.Second);
        if (Equals(payload.GetValueOrDefault("system"), _system) && ReportOf(eventData.EventName, payload) is { } report)
        {
            Keep(report);
        }
    }

    private static WatchdogReport? ReportOf(string? name, Dictionary<string, object?> payload)
    {
        return name switch
        {
            "MailboxGrowing" => Report(WatchdogReport.Growing, false, depth: (int)payload["depth"]!,
                perSecond: (double)payload["perSecond"]!, senders: Text("senders")),
            "MailboxRecovered" => Report(WatchdogReport.Growing, true, depth: (int)payload["depth"]!, peak: (int)payload["peak"]!),
            "HandlerBlocking" => Report(WatchdogReport.Blocking, false, message: Text("messageType"), thread: Thread()),
            "HandlerReturned" => Report(WatchdogReport.Blocking, true, message: Text("messageType"), thread: Thread()),
            _ => null,
        };

        WatchdogReport Report(
            string kind,
                bool ended, int depth = 0, double perSecond = 0, int peak = 0, string senders = "", string message = "", string thread = "") => new(
            kind, ended, Stopwatch.GetTimestamp(), Text("actorType"), Text("path"), (double)payload["seconds"]!,
                depth, perSecond, peak, senders, message, thread);
        string Text(string key) => payload.GetValueOrDefault(key) as string ?? "";
        string Thread() => $"{payload["threadId"]}{(Text("threadName") is { Length: > 0 } threadName ? $" ({threadName})" : "")}";
    }

    private void Keep(WatchdogReport report)
    {
        lock (_lock)
        {
            if (_reports.FirstOrDefault(one => !one.HasEnded && one.Kind == report.Kind && one.Path == report.Path) is { } known)
            {
                _reports.Remove(known);
                report = report with { Senders = report.Senders.Length > 0 ? report.Senders : known.Senders };
            }

            _reports.AddFirst(report);
            if (_reports.Count > Kept)
            {
                _reports.RemoveLast();
            }
        }
    }
}
