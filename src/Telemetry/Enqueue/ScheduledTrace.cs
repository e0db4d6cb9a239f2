using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// In the place of <see cref="StampedEnvelope.Trace"/>: the message comes from the scheduler and was scheduled in this span.
/// It begins a trace of its own that links to it. A timer may keep it for long, so it holds no activity.
/// </summary>
internal sealed class ScheduledTrace(ActivityContext context)
{
    public ActivityContext Context { get; } = context;
}
