using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// What a recorded span gets besides its attributes: the message's text and what the user's code adds. When the span starts,
/// before the handler: it may change the message, and an open span must not keep it. Nothing that goes wrong here costs the
/// message or the span.
/// </summary>
internal sealed class SpanDetails
{
    private readonly int _maxLength;
    private readonly Func<object, string?>? _redactor;
    private readonly SpanEnricher? _enricher;

    private SpanDetails(int maxLength, Func<object, string?>? redactor, SpanEnricher? enricher)
    {
        _maxLength = maxLength;
        _redactor = redactor;
        _enricher = enricher;
    }

    /// <summary>Null when nothing is added, so that a span is not even asked about it.</summary>
    public static SpanDetails? Of(InstrumentationSettings settings, SpanCallbacks? code)
    {
        var length = settings.TracingContentEnabled ? settings.TracingContentMaxLength : 0;
        return length == 0 && code?.Enricher is null ? null : new SpanDetails(length, code?.Redactor, code?.Enricher);
    }

    /// <summary>Thread that runs the actor; the span is current.</summary>
    public void Add(Activity span, in MessageContext message)
    {
        if (_maxLength > 0)
        {
            AddContent(span, message.Message);
        }

        if (_enricher is not null)
        {
            Enrich(span, message);
        }
    }

    private void AddContent(Activity span, object message)
    {
        try
        {
            if ((_redactor is null ? TextOf(message) : _redactor(message)) is { } text)
            {
                span.SetTag(SpanAttributes.MessageContent, TextCut.At(text, _maxLength));
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
        }
    }

    private void Enrich(Activity span, in MessageContext message)
    {
        try
        {
            _enricher!(span, message);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Enricher, e);
        }

        // it may have started something and not stopped it
        if (!ReferenceEquals(Activity.Current, span))
        {
            Activity.Current = span;
        }
    }

    private static string? TextOf(object message) =>
        message is IFormattable formattable ? formattable.ToString(null, CultureInfo.InvariantCulture) : message.ToString();
}
