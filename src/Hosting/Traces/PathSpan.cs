using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What the critical path needs of a span. Times are ticks of one clock.</summary>
/// <param name="Id">Its id.</param>
/// <param name="ParentId">Its parent's id; null for a root.</param>
/// <param name="Sent">When the message was enqueued, or came out of the stash; for other spans the start.</param>
/// <param name="Start">Its start.</param>
/// <param name="End">Its end.</param>
internal sealed record PathSpan(string Id, string? ParentId, long Sent, long Start, long End)
{
    public string Name { get; init; } = "";

    public string? ActorPath { get; init; }

    /// <summary>A message's span. Others are of libraries, or of the application's own code.</summary>
    public bool IsMessage { get; init; }

    /// <summary>The message was sent by an <c>Ask</c>, or by one who forwarded it.</summary>
    public bool IsQuestion { get; init; }

    /// <summary>Whoever began it may have awaited it.</summary>
    public bool IsAwaited => !IsMessage || IsQuestion;

    /// <summary>It goes to elsewhere.</summary>
    public bool IsCall { get; init; }

    /// <summary>The span in which the message was stashed; null when it was not stashed, or that is not known.</summary>
    public string? StashedIn { get; init; }

    /// <summary>Ticks in the stash.</summary>
    public long Stash { get; init; }

    public static PathSpan Of(Activity span)
    {
        var isMessage = span.GetTagItem(AkkaSpanAttributes.MessageType) is not null && span.GetTagItem(AkkaSpanAttributes.ActorPath) is not null;
        var start = span.StartTimeUtc.Ticks;
        var parent = span.ParentSpanId == default ? null : span.ParentSpanId.ToHexString();
        return new(span.SpanId.ToHexString(), parent, start - Seconds(span, AkkaSpanAttributes.MailboxWait), start, start + span.Duration.Ticks)
        {
            Name = span.DisplayName,
            ActorPath = span.GetTagItem(AkkaSpanAttributes.ActorPath) as string,
            IsMessage = isMessage,
            IsQuestion = isMessage && span.GetTagItem(AkkaSpanAttributes.SenderPath) is FoldedNames.AskPath,
            IsCall = span.Kind is ActivityKind.Client or ActivityKind.Producer,
            StashedIn = span.GetTagItem(AkkaSpanAttributes.StashCount) is null
                ? null
                : span.Links.Where(link => link.Context.TraceId == span.TraceId).Select(link => link.Context.SpanId.ToHexString()).LastOrDefault(),
            Stash = Seconds(span, AkkaSpanAttributes.StashDuration),
        };
    }

    private static long Seconds(Activity span, string attribute) =>
        span.GetTagItem(attribute) is double seconds && seconds > 0 ? (long)(seconds * TimeSpan.TicksPerSecond) : 0;
}
