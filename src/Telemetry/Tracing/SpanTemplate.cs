using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The common parts of all spans of one actor system. Replaced as a whole when the settings change.</summary>
/// <param name="SystemName">The actor system's name.</param>
/// <param name="NodeAddress">The actor system's address; null while it has met no other node.</param>
/// <param name="WritesMessaging">Whether spans have the attributes of the messaging conventions.</param>
/// <param name="Details">What is added to spans besides the common attributes; null for nothing.</param>
/// <param name="LocalKind">The kind of a span whose parent is in this process.</param>
/// <param name="Sampler">The SDK's sampler, if the standard variables name one.</param>
internal sealed record SpanTemplate(string SystemName, string? NodeAddress, bool WritesMessaging, SpanDetails? Details, ActivityKind LocalKind, SdkSampler? Sampler)
{
    /// <summary>The parent of a span that begins a trace.</summary>
    public ActivityContext NewTrace() => Sampler?.NewTrace() ?? default;
}
