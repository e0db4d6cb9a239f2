using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The span that an unsampled trace comes from. It is an object of its own, so that a mailbox can keep it for each message with one reference, and
/// without the trace: an idle actor must not keep what handlers have written to the trace's activities. Immutable; any thread.
/// </summary>
/// <param name="span">The span's ids.</param>
internal sealed class TraceBegin(ActivityContext span)
{
    public ActivityContext Span { get; } = span;
}
