using System.Diagnostics.Tracing;
using System.Globalization;

namespace WebApi.LivePage.Reports;

/// <summary>
/// Listens to the events of the instrumentation's watchers, as <c>dotnet-trace</c> or an agent would, and keeps the latest
/// troubles. An event that ends a trouble changes the one that began it.
/// </summary>
internal sealed class ReportListener : EventListener
{
    private const int Kept = 12;

    private readonly Lock _lock = new();
    private readonly LinkedList<ReportView> _reports = new();

    /// <summary>What goes on first, then the latest.</summary>
    public IReadOnlyList<ReportView> View()
    {
        lock (_lock)
        {
            return [.. _reports.OrderBy(report => report.Ended)];
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "AkkaInstrumentation")
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.PayloadNames is null)
        {
            return;
        }

        var values = eventData.PayloadNames.Zip(eventData.Payload!).ToDictionary(value => value.First, value => value.Second);
        ReportView? report = eventData.EventName switch
        {
            "MailboxGrowing" => Of("pressure", ended: false, $"{values["depth"]} messages wait, {Rounded(values["perSecond"])} more each second", Senders(values["senders"])),
            "MailboxRecovered" => Of("pressure", ended: true, $"at most {values["peak"]} messages waited", ""),
            "HandlerBlocking" => Of("blocking", ended: false, $"{values["messageType"]} holds {Thread()}", ""),
            "HandlerReturned" => Of("blocking", ended: true, $"{values["messageType"]} held {Thread()}", ""),
            _ => null,
        };
        if (report is not null)
        {
            Keep(report);
        }

        ReportView Of(string kind, bool ended, string facts, string senders) => new(
            DateTime.UtcNow, kind, ended, (string)values["actorType"]!, (string)values["path"]!, (double)values["seconds"]!, facts, senders);
        string Thread() => $"thread {values["threadId"]}{(values["threadName"] is string { Length: > 0 } name ? $" ({name})" : "")}";
    }

    private void Keep(ReportView report)
    {
        lock (_lock)
        {
            if (_reports.FirstOrDefault(one => !one.Ended && one.Kind == report.Kind && one.Path == report.Path) is { } known)
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

    private static string Senders(object? senders) => senders is string { Length: > 0 } text ? $"sent by {text}" : "";

    private static string Rounded(object? value) => ((double)value!).ToString("0", CultureInfo.InvariantCulture);
}

/// <summary>One trouble: <see cref="Seconds"/> as of <see cref="At"/>.</summary>
internal sealed record ReportView(
    DateTime At, string Kind, bool Ended, string Actor, string Path, double Seconds, string Facts, string Senders);
