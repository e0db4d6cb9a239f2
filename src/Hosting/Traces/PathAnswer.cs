namespace AkkaInstrumentation;

/// <summary>An answer that a handler may have awaited.</summary>
/// <param name="Child">What the handler had begun.</param>
/// <param name="Span">The span that answered: the child, or one that follows from it.</param>
/// <param name="At">When the answer was there.</param>
internal sealed record PathAnswer(PathSpan Child, PathSpan Span, long At);
