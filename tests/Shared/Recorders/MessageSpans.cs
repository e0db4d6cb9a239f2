using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

public static class MessageSpans
{
    /// <summary>Whether a message has this span: it is no sender's, and not of a message that leaves the node.</summary>
    public static bool IsOfMessage(this Activity span) => span.Source.Name == AkkaTelemetry.SourceName && span.Kind != ActivityKind.Producer;
}
