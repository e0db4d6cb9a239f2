namespace AkkaInstrumentation;

/// <summary>
/// Walks from the end of a trace to its beginning, always along what the next step had to wait for. docs/telemetry.md has the definition. Each moment
/// between the two ends belongs to exactly one segment.
/// </summary>
internal sealed class PathWalk
{
    private readonly PathTree _tree;
    private readonly List<AkkaPathSegment> _backwards = [];

    private PathWalk(PathTree tree) => _tree = tree;

    /// <summary>The segments in the order of time.</summary>
    public static IReadOnlyList<AkkaPathSegment> Over(IEnumerable<PathSpan> spans)
    {
        var tree = new PathTree(spans);
        var walk = new PathWalk(tree);
        if (tree.Last is { } last)
        {
            walk.Climb(last, last.End, top: null);
        }

        walk._backwards.Reverse();
        return walk._backwards;
    }

    // From a span to those that it follows from, up to and with the top. Returns the moment that was reached.
    private long Climb(PathSpan from, long until, PathSpan? top)
    {
        var passed = new HashSet<PathSpan>(ReferenceEqualityComparer.Instance);
        for (var span = from; span is not null && passed.Add(span);)
        {
            until = Inside(span, until);
            until = Cover(AkkaPathPart.Waiting, span, span.Sent, until);
            var stashedIn = _tree.StashedIn(span);
            until = Cover(AkkaPathPart.Stashed, span, stashedIn?.End ?? span.Sent - span.Stash, until);
            if (span == top && stashedIn is null)
            {
                break;
            }

            top = span == top ? stashedIn : top;
            span = stashedIn ?? _tree.Parent(span);
        }

        return until;
    }

    // A span from a moment back to its start. The moment may be after its end: something that it began followed later.
    private long Inside(PathSpan span, long until)
    {
        while (until > span.Start)
        {
            if (_tree.LastAnswer(span, until) is not var (child, answer, at))
            {
                return Own(span, span.Start, until);
            }

            until = Own(span, at, until);
            until = Climb(answer, until, child);

            // Only spans that name each other as their stashing leave something here.
            until = Cover(AkkaPathPart.Unseen, child, child.Sent, until);
        }

        return until;
    }

    private long Own(PathSpan span, long from, long until)
    {
        until = Cover(AkkaPathPart.Unseen, span, Math.Max(from, span.End), until);
        return Cover(span.IsCall ? AkkaPathPart.Awaiting : AkkaPathPart.Working, span, from, until);
    }

    private long Cover(AkkaPathPart part, PathSpan span, long from, long until)
    {
        if (from >= until)
        {
            return until;
        }

        _backwards.Add(new(part, span, from, until));
        return from;
    }
}
