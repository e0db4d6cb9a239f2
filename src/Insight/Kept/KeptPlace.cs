using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The place of a message that has failed or was slow in its trace, which is kept as soon as the message has its span.</summary>
/// <param name="keeper">Keeps the trace.</param>
/// <param name="handler">The message's handler, as long as it is open; null for one that has ended.</param>
/// <param name="origin">The message, as what it has sent has it.</param>
/// <param name="parent">The message in whose handler it was sent; 0 for none.</param>
/// <param name="sender">That one, if it was handled in this process and leaves records.</param>
internal sealed class KeptPlace(TraceKeeper keeper, RecordingHandler? handler, RecordOrigin origin, ulong parent, RecordOrigin? sender)
    : SpanPlace
{
    public override Activity? Start(RetroactiveSpan span, in RetroactiveWords words, FairShare share, long now)
    {
        var isChild = parent != 0 && span.Relation == AkkaSpanRelation.Parent;
        var linked = parent != 0 && span.Relation == AkkaSpanRelation.Link ? origin.Of.Recorded(parent) : default;
        Activity? started;
        using (SpanIds.Give(origin.SpanId))
        {
            started = span.StartIn(
                origin.Of.Recorded(isChild ? parent : 0), KeptSpans.KindOf(span.Template, isChild, origin.Depth), linked, words);
        }

        if (started is not null)
        {
            handler?.HasSpan();
            if (KeptRing.MissingBefore(sender) is > 0 and var missing)
            {
                started.SetTag(AkkaSpanAttributes.SamplingMissingCount, (long)missing);
            }

            keeper.Keep(origin.Of, share, now);
        }

        return started;
    }
}
