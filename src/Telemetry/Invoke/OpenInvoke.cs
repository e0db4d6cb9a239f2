using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A measured or traced message that an actor is working on; for the others nothing is kept. It holds no reference to the
/// message: an idle actor must not keep its last message alive.
/// </summary>
internal struct OpenInvoke(MessageTypeInfo info, Activity? span, Chosen measured)
{
    public readonly MessageTypeInfo? Info = info;

    /// <summary>When it was begun, and how many it stands for; none when its durations do not go to the metrics.</summary>
    public readonly Chosen Measured = measured;

    public Activity? Span = span;
    public Exception? Failure;

    public readonly bool IsOpen => Info is not null;
}
