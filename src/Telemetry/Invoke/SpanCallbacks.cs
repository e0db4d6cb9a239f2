namespace AkkaInstrumentation;

/// <summary>The user's code that adds to spans. Null where there is none.</summary>
internal sealed record SpanCallbacks(Func<object, string?>? Redactor, SpanEnricher? Enricher)
{
    /// <summary>What is not set is that of <paramref name="earlier"/>.</summary>
    public SpanCallbacks Over(SpanCallbacks? earlier) => new(Redactor ?? earlier?.Redactor, Enricher ?? earlier?.Enricher);
}
