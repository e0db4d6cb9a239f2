using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>The data that is kept of a span. Immutable.</summary>
internal sealed record SeenSpan(
    ActivitySpanId Id,
    ActivitySpanId Parent,
    bool IsOfActor,
    bool IsMessage,
    string Name,
    string? Actor,
    string? Message,
    DateTime Start,
    TimeSpan Duration,
    TimeSpan Wait,
    TimeSpan Stash,
    string? Error,
    string? Directive,
    IReadOnlyList<string> Links,
    IReadOnlyList<KeyValuePair<string, string>> Attributes)
{
    private const int MaxAttributes = 32;
    private const int MaxLinks = 8;
    private const int LongestText = 1_000;

    public DateTime End => Start + Duration;

    /// <summary>When its message began to wait, or to be in the stash.</summary>
    public DateTime Begin => Start - Wait - Stash;

    /// <summary>The approximate number of bytes that it takes.</summary>
    public int Size => 400 + (2 * (Name.Length + (40 * Links.Count) + Attributes.Sum(attribute => 40 + attribute.Value.Length)));

    /// <summary>The value of an attribute; null for none.</summary>
    public string? Find(string attribute) => Attributes.FirstOrDefault(one => one.Key == attribute).Value;

    public static SeenSpan From(Activity span)
    {
        var actor = Text(span, AkkaSpanAttributes.ActorType);
        var isOfActor = span.Source.Name == AkkaTelemetry.SourceName;
        return new SeenSpan(
            span.SpanId,
            span.ParentSpanId,
            isOfActor,
            isOfActor && (actor is not null || span.Kind == ActivityKind.Producer),
            Cut(actor ?? RequestName(span) ?? span.DisplayName),
            actor,
            Text(span, AkkaSpanAttributes.MessageType),
            span.StartTimeUtc,
            span.Duration,
            Seconds(span, AkkaSpanAttributes.MailboxWaitDuration),
            Seconds(span, AkkaSpanAttributes.StashDuration),
            span.Status == ActivityStatusCode.Error ? Text(span, AkkaSpanAttributes.ErrorType) ?? Cut(span.StatusDescription ?? "error") : null,
            Text(span, AkkaSpanAttributes.SupervisionDirective),
            [.. span.Links.Take(MaxLinks).Select(link => link.Context.TraceId.ToHexString())],
            [.. AttributesOf(span).Take(MaxAttributes)]);
    }

    // ASP.NET Core names the activity of a request after a class, until an instrumentation gives it another name.
    private static string? RequestName(Activity span) =>
        span.DisplayName == "Microsoft.AspNetCore.Hosting.HttpRequestIn" && Text(span, "http.request.method") is { } method
            ? $"{method} {Text(span, "http.route") ?? Text(span, "url.path")}".TrimEnd()
            : null;

    private static IEnumerable<KeyValuePair<string, string>> AttributesOf(Activity span)
    {
        foreach (var tag in span.TagObjects)
        {
            yield return new(tag.Key, Written(tag.Value));
        }

        if (span.StatusDescription is { } description)
        {
            yield return new("status", Cut(description));
        }

        // The exception of a failed message, if akka.instrumentation.tracing.exceptions is on.
        foreach (var tag in span.Events.SelectMany(happened => happened.Tags))
        {
            yield return new(tag.Key, Written(tag.Value));
        }
    }

    private static string Written(object? value) => Cut(value switch
    {
        double number => number.ToString("0.#########", CultureInfo.InvariantCulture),
        string[] texts => string.Join(", ", texts),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    });

    private static string? Text(Activity span, string attribute) => span.GetTagItem(attribute) is string text ? Cut(text) : null;

    private static TimeSpan Seconds(Activity span, string attribute) => TimeSpan.FromSeconds(span.GetTagItem(attribute) as double? ?? 0);

    private static string Cut(string text) => text.Length <= LongestText ? text : $"{text.AsSpan(0, LongestText)}…";
}
