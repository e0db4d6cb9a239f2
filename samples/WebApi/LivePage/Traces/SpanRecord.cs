using System.Diagnostics;
using System.Globalization;

namespace WebApi.LivePage.Traces;

/// <summary>What is kept of a span.</summary>
internal sealed record SpanRecord(
    ActivitySpanId Id,
    ActivitySpanId Parent,
    bool IsHttpRequest,
    string Name,
    string? Message,
    DateTime Start,
    TimeSpan Duration,
    TimeSpan Wait,
    string? Error,
    IReadOnlyList<KeyValuePair<string, string>> Attributes)
{
    public DateTime End => Start + Duration;

    public static SpanRecord Of(Activity span)
    {
        var isHttpRequest = span.Kind == ActivityKind.Server;
        return new SpanRecord(
            span.SpanId,
            span.ParentSpanId,
            isHttpRequest,
            isHttpRequest ? span.DisplayName : Text(span, "akka.actor.type") ?? span.DisplayName,
            Text(span, "akka.message.type"),
            span.StartTimeUtc,
            span.Duration,
            TimeSpan.FromSeconds(span.GetTagItem("akka.mailbox.wait") as double? ?? 0),
            ErrorOf(span),
            AttributesOf(span));
    }

    private static string? ErrorOf(Activity span) =>
        span.Status == ActivityStatusCode.Error ? Text(span, "error.type") ?? span.StatusDescription ?? "error" : null;

    private static List<KeyValuePair<string, string>> AttributesOf(Activity span)
    {
        var attributes = new List<KeyValuePair<string, string>>();
        foreach (ref readonly var tag in span.EnumerateTagObjects())
        {
            attributes.Add(new(tag.Key, TextOf(tag.Value)));
        }

        if (span.StatusDescription is { } description)
        {
            attributes.Add(new("status", description));
        }

        // with tracing.exceptions.enabled = on: what a failed hop has thrown
        foreach (ref readonly var said in span.EnumerateEvents())
        {
            foreach (ref readonly var tag in said.EnumerateTagObjects())
            {
                attributes.Add(new(tag.Key, TextOf(tag.Value)));
            }
        }

        return attributes;
    }

    private static string TextOf(object? value) => value is double number
        ? number.ToString("0.#########", CultureInfo.InvariantCulture)
        : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private static string? Text(Activity span, string attribute) => span.GetTagItem(attribute) as string;
}
