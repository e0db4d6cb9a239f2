namespace AkkaInstrumentation.Tests;

public static class MessageSpans
{
    /// <summary>Whether a message has this span: not one that a sender, a handler or a message on its way to another node has.</summary>
    public static bool IsOfMessage(this Activity span) => span.Source.Name == AkkaTelemetry.SourceName && span.Kind != ActivityKind.Producer
        && span.GetTagItem(AkkaSpanAttributes.MessageType) is not null && !span.IsOfAsk();

    /// <summary>Whether it is the span of an <c>Ask</c>.</summary>
    public static bool IsOfAsk(this Activity span) => span.DisplayName.StartsWith("ask ", StringComparison.Ordinal);
}
