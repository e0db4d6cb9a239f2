namespace AkkaInstrumentation;

/// <summary>The user's callbacks that add to spans; null where there is none.</summary>
internal sealed record SpanCallbacks(Func<object, string?>? Redactor, AkkaSpanEnricher? Enricher)
{
    /// <summary>Uses the callbacks of <paramref name="earlier"/> where this has none.</summary>
    public SpanCallbacks Over(SpanCallbacks? earlier) => new(Redactor ?? earlier?.Redactor, Enricher ?? earlier?.Enricher);
}
