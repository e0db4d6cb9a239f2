using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Adds to a recorded span, besides its attributes, the message's text and the results of the user's callbacks. This happens when the span starts,
/// before the handler: the handler may change the message, and an open span must not keep the message alive. No error here affects the
/// message or the span.
/// </summary>
/// <param name="maxLength">Characters of the message's text; 0 for none.</param>
/// <param name="redactor">The user's redactor; null for none.</param>
/// <param name="enricher">The user's enricher; null for none.</param>
/// <param name="system">The name of the actor system that they are configured for.</param>
internal sealed class SpanDetails(int maxLength, Func<object, string?>? redactor, AkkaSpanEnricher? enricher, string system)
{
    /// <summary>Thread that runs the actor. The span is current.</summary>
    public void Add(Activity span, in AkkaMessageContext message)
    {
        var baggage = AmbientBaggage.Current;
        using (new ContextScope())
        {
            if (maxLength > 0)
            {
                AddContent(span, message.Message);
            }

            if (enricher is not null)
            {
                TelemetryFault.Guard(TelemetryFault.Enricher, (enricher, span, message), static it => it.enricher(it.span, it.message), system);
            }
        }

        // What a callback wrote is not the message's.
        if (!ReferenceEquals(AmbientBaggage.Current, baggage))
        {
            AmbientBaggage.Replace(baggage);
        }
    }

    private void AddContent(Activity span, object message)
    {
        if (TelemetryFault.GuardValue(TelemetryFault.Content, message, redactor ?? InvariantText.Format, null, system) is { } text)
        {
            span.SetTag(AkkaSpanAttributes.MessageContent, TextCut.At(text, maxLength));
        }
    }
}

/// <summary>The user's callbacks that add to spans or decide about them; null where there is none.</summary>
internal sealed record SpanCallbacks(Func<object, string?>? Redactor, AkkaSpanEnricher? Enricher, AkkaMessageFilter? Filter = null)
{
    /// <summary>Uses the callbacks of <paramref name="earlier"/> where this has none.</summary>
    public SpanCallbacks Over(SpanCallbacks? earlier) =>
        new(Redactor ?? earlier?.Redactor, Enricher ?? earlier?.Enricher, Filter ?? earlier?.Filter);
}
