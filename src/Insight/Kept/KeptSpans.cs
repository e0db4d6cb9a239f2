using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Makes a span of a record. The background thread. Nothing here throws.</summary>
internal static class KeptSpans
{
    public static void Make(KeptTrace trace, in KeptRecord record)
    {
        var (template, kind) = (record.Receiver.Spans, record.Kind);
        var verdict = kind.Verdict;
        var path = ActorTypeNames.Readable(record.Receiver.Path);
        var tags = SpanTags.OfMessage(
            template,
            kind.Info.Actor,
            kind.Info.Name,
            path,
            EntityPath.Parse(path, record.Receiver.Path),
            record.Sender is null ? null : ActorTypeNames.PathOf(record.Sender),
            record.Waited,
            kind.ShownName);
        tags.Add(AkkaSpanAttributes.SamplingReason, SpanTags.KeptReason);
        if (record.HasFailed)
        {
            tags.Add(AkkaSpanAttributes.ErrorType, FoldedNames.OtherError);
        }

        var sentIn = trace.Recorded(record.Parent);
        var isChild = record.Parent != 0 && verdict.Relation == AkkaSpanRelation.Parent;
        var links = MessageSpan.Links(record.Parent != 0 && verdict.Relation == AkkaSpanRelation.Link ? sentIn : default, default);
        var span = Start(
            MessageSpan.NameOf(kind.Info, verdict, kind.ShownName),
            KindOf(template, isChild, record.Depth),
            isChild ? sentIn : trace.Recorded(span: 0),
            tags,
            links,
            record);
        if (span is null)
        {
            return;
        }

        if (record.HasFailed)
        {
            span.SetStatus(ActivityStatusCode.Error);
        }

        ContextScope.Stop(span.SetEndTime(Ticks.ToUtcIn(span, record.BegunAt, record.EndedAt)));
    }

    /// <summary>The kind of a message's span. A message whose parent is none of this process has come from another node.</summary>
    public static ActivityKind KindOf(SpanTemplate template, bool isChild, int depth) =>
        isChild && depth > 0 ? template.LocalKind : ActivityKind.Consumer;

    private static Activity? Start(
        string name, ActivityKind kind, ActivityContext parent, SpanTags tags, ActivityLink[]? links, in KeptRecord record)
    {
        using var scope = new ContextScope();
        Activity.Current = null;
        using var given = SpanIds.Give(record.SpanId);
        try
        {
            return AkkaTelemetry.Source.StartActivity(name, kind, parent, tags, links, Ticks.ToUtc(record.BegunAt));
        }
        catch (Exception e)
        {
            // A sampler or a listener threw. In the latter case the span has begun.
            TelemetryFault.Report(TelemetryFault.Listener, e);
            return Activity.Current;
        }
    }
}
