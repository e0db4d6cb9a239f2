using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a message that is sent in an unrecorded activity about which nobody has decided: nobody listens to its source, nor to those of the
/// activities around it, and it came from nowhere else. ASP.NET makes such an activity for each request while nobody collects its spans. The message is
/// drawn as any root is. It begins its span in the same trace, without the parent, which is never exported. Not drawn, it stays in the trace.
/// </summary>
internal sealed class UndecidedTrace(NonRecordingContext trace) : MessageOrigin
{
    public override ActivityContext Context => default;

    public override bool IsUndecidedRoot => true;

    public override NonRecordingContext NonRecording => trace;

    public override ActivityTraceId BeginsIn => trace.TraceId;

    /// <summary>Whether nobody has decided about an unrecorded activity.</summary>
    public static bool Is(Activity activity)
    {
        for (var around = activity; ; around = around.Parent)
        {
            if (around is CarrierActivity || around.Source.HasListeners())
            {
                return false;
            }

            if (around.Parent is null)
            {
                // a parent in another process has decided
                return around.ParentSpanId == default;
            }
        }
    }
}
