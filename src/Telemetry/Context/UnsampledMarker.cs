using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What flows through a handler of <see cref="NonRecordingContext.Nameless"/>: a trace that passes through, and no activity. Nobody can write to it, and
/// making it current allocates nothing. One for each pair of actor type and message type, for all its messages and threads.
/// <para>
/// Where nothing is current, a library's activity is the first of a trace, and its sampler may want to record it. This trace is not sampled, so the
/// activity is not recorded either. It shows that handlers of such messages need an activity: for some seconds each has an id and an activity of its
/// own, below which a library starts nothing.
/// </para>
/// </summary>
internal sealed class UnsampledMarker : PassThroughContext
{
    // In ticks. Activities below a message's own are not seen here. So the next message after that has none, and shows whether they are still begun.
    private static readonly long Lasting = 10 * Stopwatch.Frequency;

    private long _neededUntil;

    static UnsampledMarker() => Activity.CurrentChanged += Changed;

    public UnsampledMarker()
        : base(NonRecordingContext.Nameless) => Begin(HandlerContext.Empty);

    /// <summary>Whether a handler of such messages, or its work, began an activity in the last ten seconds. Read for every message.</summary>
    /// <param name="ids">The setting: it may want none.</param>
    /// <param name="now">The coarse time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool NeedsOwnActivity(AkkaUnsampledTraceIds ids, long now) => now < Volatile.Read(ref _neededUntil) && ids != AkkaUnsampledTraceIds.Never;

    // Called for each start and end of an activity, and each assignment, on its thread, before listeners see the start. Spans of messages begin where
    // nothing flows. An activity that names its parent has a trace, and its sampler has decided about that one.
    private static void Changed(object? sender, ActivityChangedEventArgs change)
    {
        if (change is { Previous: null, Current: { Parent: null, HasRemoteParent: false } started }
            && Current is UnsampledMarker marker
            && started.ParentSpanId == default
            && !ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            if (started.Recorded)
            {
                started.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
                started.IsAllDataRequested = false;
            }

            Volatile.Write(ref marker._neededUntil, Stopwatch.GetTimestamp() + Lasting);
        }
    }
}
