using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A message that an actor is working on.</summary>
internal struct OpenInvoke
{
    public readonly MessageTypeInfo? Info;
    public readonly Activity? Span;
    public readonly long StartedAt;
    public Exception? Failure;

    private readonly object _envelopeMessage;
    private readonly object _innerMessage;

    public OpenInvoke(MessageTypeInfo info, object envelopeMessage, object innerMessage, Activity? span, long startedAt)
    {
        Info = info;
        Span = span;
        StartedAt = startedAt;
        _envelopeMessage = envelopeMessage;
        _innerMessage = innerMessage;
    }

    public readonly bool IsOpen => Info is not null;

    /// <summary>Whether the cell's current message is this one; Akka shows some wrapped and some unwrapped.</summary>
    public readonly bool IsOf(object? current) =>
        ReferenceEquals(current, _envelopeMessage) || ReferenceEquals(current, _innerMessage);
}
