namespace AkkaInstrumentation.Tests.Traces;

/// <summary>
/// The definition of docs/telemetry.md, tick by tick: at each tick it looks at all spans and decides where the trace is. It remembers only in
/// which span it is, and in whose answers.
/// </summary>
internal sealed class SlowPath(IReadOnlyList<PathSpan> spans)
{
    private enum Place
    {
        Handler,
        Mailbox,
        Stash,
    }

    /// <summary>What each tick was spent on, from the first to the last: <c>Working a</c>.</summary>
    public IEnumerable<(long Tick, string What)> Ticks()
    {
        var ticks = new List<(long, string)>();
        if (spans.Count == 0)
        {
            return ticks;
        }

        var last = spans.MaxBy(span => span.End)!;
        var stays = new Stack<Stay>();
        stays.Push(new(last, Place.Handler, Top: null));
        var now = last.End;
        while (stays.Count > 0)
        {
            var stay = stays.Pop();
            if (stay.Place == Place.Handler && AnswerAt(stay.Span, now) is var (child, answer))
            {
                stays.Push(stay);
                stays.Push(new(answer, Place.Handler, child));
            }
            else if (What(stay, now) is { } what)
            {
                ticks.Add((now, what));
                stays.Push(stay);
                now--;
            }
            else if (Next(stay) is { } next)
            {
                stays.Push(next);
            }
        }

        ticks.Reverse();
        return ticks;
    }

    // Null when nothing of this place is before the moment.
    private string? What(Stay stay, long now) => stay.Place switch
    {
        Place.Handler when now > stay.Span.Start && now > stay.Span.End => $"Unseen {stay.Span.Id}",
        Place.Handler when now > stay.Span.Start => $"{(stay.Span.IsCall ? "Awaiting" : "Working")} {stay.Span.Id}",
        Place.Mailbox when now > stay.Span.Sent => $"Waiting {stay.Span.Id}",
        Place.Stash when now > (Before(stay.Span)?.End ?? stay.Span.Sent - stay.Span.Stash) => $"Stashed {stay.Span.Id}",
        _ => null,
    };

    private Stay? Next(Stay stay)
    {
        if (stay.Place != Place.Stash)
        {
            return stay with { Place = stay.Place + 1 };
        }

        if (Before(stay.Span) is { } before)
        {
            return new(before, Place.Handler, stay.Span == stay.Top ? before : stay.Top);
        }

        return stay.Span != stay.Top && spans.FirstOrDefault(span => span.Id == stay.Span.ParentId) is { } parent ? new(parent, Place.Handler, stay.Top) : null;
    }

    private PathSpan? Before(PathSpan span) =>
        spans.FirstOrDefault(other => other.Id == span.StashedIn && other.ParentId == span.ParentId && other.End <= span.Sent);

    private (PathSpan Child, PathSpan Answer)? AnswerAt(PathSpan asker, long now)
    {
        foreach (var answer in spans.Where(span => now > asker.Start && (span.End == now || (span.IsQuestion && span.End > now && span.Sent < now && asker.End <= now))))
        {
            for (var child = answer; child is not null; child = spans.FirstOrDefault(span => span.Id == child.ParentId))
            {
                if (child.ParentId == asker.Id && child.IsAwaited && child.Sent < now)
                {
                    return (child, answer);
                }
            }
        }

        return null;
    }

    private sealed record Stay(PathSpan Span, Place Place, PathSpan? Top);
}
