using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A timed or traced message that an actor is working on; for the others nothing is kept. It holds no reference to the
/// message: an idle actor must not keep its last message alive.
/// </summary>
internal struct OpenInvoke(MessageTypeInfo info, Activity? span, long startedAt, bool measured)
{
    public readonly MessageTypeInfo? Info = info;
    public readonly long StartedAt = startedAt;

    /// <summary>Its durations go to the metrics.</summary>
    public readonly bool Measured = measured;

    public Activity? Span = span;
    public Exception? Failure;

    public readonly bool IsOpen => Info is not null;
}
