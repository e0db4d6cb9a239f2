using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Makes a span of a record. The background thread. Nothing here throws.</summary>
internal static class KeptSpans
{
    /// <summary>The reason for a span that says what is missing.</summary>
    public const string MissingReason = "missing";

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

    /// <summary>Makes a span that says what is missing of a trace. It has no parent: nobody knows where the missing messages belong.</summary>
    /// <param name="decision">For which the trace is kept.</param>
    /// <param name="leftOut">The messages that the limit has left out.</param>
    /// <param name="nodes">The addresses of nodes whose part may be missing.</param>
    public static void MakeMissing(KeptDecision decision, long leftOut, string[] nodes)
    {
        var tags = SpanTags.OfSystem(decision.Keeper.System.Spans);
        tags.Add(AkkaSpanAttributes.SamplingReason, MissingReason);
        if (leftOut > 0)
        {
            tags.Add(AkkaSpanAttributes.SamplingMissingCount, leftOut);
        }

        if (nodes.Length > 0)
        {
            tags.Add(AkkaSpanAttributes.SamplingMissingNodes, nodes);
        }

        var at = new KeptRecord { BegunAt = decision.At, EndedAt = decision.At };
        if (Start("missing messages", ActivityKind.Internal, decision.Trace.Recorded(span: 0), tags, links: null, at) is { } span)
        {
            ContextScope.Stop(span.SetEndTime(Ticks.ToUtcIn(span, at.BegunAt, at.EndedAt)));
        }
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
