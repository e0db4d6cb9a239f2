namespace AkkaInstrumentation;

/// <summary>The spans of one trace by id, by parent and by their order. Spans may be missing, and ids may be wrong.</summary>
internal sealed class PathTree
{
    private readonly Dictionary<string, PathSpan> _byId = [];
    private readonly Dictionary<PathSpan, int> _order = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<PathSpan, PathSpan> _parents = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<string, List<PathSpan>> _children = [];

    public PathTree(IEnumerable<PathSpan> spans)
    {
        foreach (var span in spans.Where(span => _byId.TryAdd(span.Id, span)))
        {
            _order.Add(span, _order.Count);
        }

        foreach (var span in _byId.Values)
        {
            if (span.ParentId is { } id && _byId.TryGetValue(id, out var parent) && !IsBelowItself(span))
            {
                _parents.Add(span, parent);
                if (!_children.TryGetValue(id, out var siblings))
                {
                    _children.Add(id, siblings = []);
                }

                siblings.Add(span);
            }
        }
    }

    /// <summary>The span that ends last; of several the first. Null without spans.</summary>
    public PathSpan? Last => _byId.Values.OrderByDescending(span => span.End).ThenBy(span => _order[span]).FirstOrDefault();

    public PathSpan? Parent(PathSpan span) => _parents.GetValueOrDefault(span);

    /// <summary>The processing in which this message was stashed: it has the same parent, and was over when the message came back.</summary>
    public PathSpan? StashedIn(PathSpan span) =>
        span.StashedIn is { } id && _byId.GetValueOrDefault(id) is { } before && before.ParentId == span.ParentId && before.End <= span.Sent ? before : null;

    /// <summary>
    /// The last answer to a span until a moment: of what it may have awaited, with all that follows from it, the span that ended last; of several the
    /// first. Null when there is none after the span's start.
    /// </summary>
    public PathAnswer? LastAnswer(PathSpan span, long until)
    {
        PathAnswer? best = null;
        foreach (var child in Children(span).Where(child => child.IsAwaited))
        {
            foreach (var below in Below(child))
            {
                if (AnsweredAt(span, below, until) is { } at && at > span.Start && child.Sent < at && (best is null || IsLater(below, at, best)))
                {
                    best = new(child, below, at);
                }
            }
        }

        return best;
    }

    // A question that outlives the handler of its asker was given up there, or was answered just before its own end.
    private static long? AnsweredAt(PathSpan asker, PathSpan below, long until) =>
        below.End <= until ? below.End
        : below.IsQuestion && asker.End <= until && below.Sent < until ? until
        : null;

    private bool IsLater(PathSpan one, long at, PathAnswer other) => at > other.At || (at == other.At && _order[one] < _order[other.Span]);

    private List<PathSpan> Children(PathSpan span) => _children.GetValueOrDefault(span.Id, []);

    // With the span itself.
    private IEnumerable<PathSpan> Below(PathSpan top)
    {
        var open = new Stack<PathSpan>([top]);
        while (open.TryPop(out var span))
        {
            yield return span;
            foreach (var child in Children(span))
            {
                open.Push(child);
            }
        }
    }

    // Wrong parents may be a circle. Its spans then have none.
    private bool IsBelowItself(PathSpan span)
    {
        var passed = new HashSet<string>();
        for (var id = span.ParentId; id is not null && passed.Add(id); id = _byId.GetValueOrDefault(id)?.ParentId)
        {
            if (id == span.Id)
            {
                return true;
            }
        }

        return false;
    }
}
