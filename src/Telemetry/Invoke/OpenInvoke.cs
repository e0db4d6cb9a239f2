using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// A message that an actor is working on. It holds no reference to the message: an idle actor must not keep its last
/// message alive.
/// </summary>
internal struct OpenInvoke(MessageTypeInfo info, Activity? span, long startedAt)
{
    public readonly MessageTypeInfo? Info = info;
    public readonly long StartedAt = startedAt;
    public Activity? Span = span;
    public Exception? Failure;

    public readonly bool IsOpen => Info is not null;
}
