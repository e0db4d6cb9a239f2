using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Adds to a recorded span, besides its attributes, the message's text and the results of the user's callbacks. This happens when the span starts,
/// before the handler: the handler may change the message, and an open span must not keep the message alive. No error here affects the
/// message or the span.
/// </summary>
internal sealed class SpanDetails
{
    private readonly int _maxLength;
    private readonly Func<object, string?>? _redactor;
    private readonly AkkaSpanEnricher? _enricher;
    private readonly string _system;

    /// <param name="maxLength">Characters of the message's text; 0 for none.</param>
    /// <param name="redactor">The user's redactor; null for none.</param>
    /// <param name="enricher">The user's enricher; null for none.</param>
    /// <param name="system">The name of the actor system that they are configured for.</param>
    public SpanDetails(int maxLength, Func<object, string?>? redactor, AkkaSpanEnricher? enricher, string system)
    {
        _system = system;
        _maxLength = maxLength;
        _redactor = redactor;
        _enricher = enricher;
    }

    /// <summary>Thread that runs the actor. The span is current.</summary>
    public void Add(Activity span, in AkkaMessageContext message)
    {
        var baggage = AmbientBaggage.Current;
        if (_maxLength > 0)
        {
            AddContent(span, message.Message);
        }

        if (_enricher is not null)
        {
            Enrich(span, message);
        }

        // What a callback wrote is not the message's.
        if (!ReferenceEquals(AmbientBaggage.Current, baggage))
        {
            AmbientBaggage.Replace(baggage);
        }
    }

    private void AddContent(Activity span, object message)
    {
        try
        {
            if ((_redactor is null ? InvariantText.Of(message) : _redactor(message)) is { } text)
            {
                span.SetTag(AkkaSpanAttributes.MessageContent, TextCut.At(text, _maxLength));
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e, _system);
        }
    }

    private void Enrich(Activity span, in AkkaMessageContext message)
    {
        try
        {
            _enricher!(span, message);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Enricher, e, _system);
        }

        // The callback may have started an activity without stopping it.
        if (!ReferenceEquals(Activity.Current, span))
        {
            Activity.Current = span;
        }
    }
}

/// <summary>The user's callbacks that add to spans; null where there is none.</summary>
internal sealed record SpanCallbacks(Func<object, string?>? Redactor, AkkaSpanEnricher? Enricher)
{
    /// <summary>Uses the callbacks of <paramref name="earlier"/> where this has none.</summary>
    public SpanCallbacks Over(SpanCallbacks? earlier) => new(Redactor ?? earlier?.Redactor, Enricher ?? earlier?.Enricher);
}
