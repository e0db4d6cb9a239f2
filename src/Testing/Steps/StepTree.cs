namespace AkkaInstrumentation;

/// <summary>Writes a tracked action as an indented tree.</summary>
internal static class StepTree
{
    // The largest number of lines, because the tree is for people. ToJson has all steps.
    private const int MaxLines = 200;

    // The largest number of steps in an outline, because the lines of a chain are copied at each of its levels.
    private const int MaxCompared = 2_000;

    public static string Detailed(TrackedAction tracked)
    {
        var notes = Notes(tracked, static loss => loss.ToString(), static departure => departure.ToString());
        var count = tracked.Steps.Count + tracked.Contents.Losses.Count + tracked.SentToNodes.Count;
        List<string> text =
        [
            tracked.Messages.Count switch
            {
                0 => "No message has a span.",
                1 => "1 message:",
                var messages => $"{messages} messages:",
            },
            .. Lines(tracked.Roots, notes).Take(MaxLines),
        ];
        if (count > MaxLines)
        {
            text.Add($"... and {count - MaxLines} lines more");
        }

        if (tracked.Contents.WithoutSpan is { Count: > 0 } actors)
        {
            text.Add("Without a span, because of a rule, a filter or a dispatcher that is not instrumented: "
                + string.Join(", ", actors.Select(actor => $"{actor.Value} at {actor.Key}")));
        }

        return string.Join('\n', text);
    }

    /// <exception cref="TrackingException">It is too large to be compared line by line.</exception>
    public static string Outline(TrackedAction tracked)
    {
        if (tracked.Steps.Count > MaxCompared)
        {
            throw new TrackingException($"The action has caused {tracked.Steps.Count} steps. Up to {MaxCompared} can be written as an outline.",
                tracked);
        }

        var notes = Notes(tracked, static loss => loss.Outline, static departure => departure.Outline);
        return string.Join('\n', Sorted(tracked.Roots, notes).Select(line => $"{Deep(line.Depth)}{line.Text}"));
    }

    private static IEnumerable<string> Lines(IEnumerable<TrackedStep> roots, ILookup<TrackedStep?, string> notes)
    {
        foreach (var note in notes[null])
        {
            yield return note;
        }

        // A loop and not a recursion: an actor may send to itself a hundred thousand times.
        var open = new Stack<(IEnumerator<TrackedStep> Steps, int Depth)>();
        open.Push((roots.GetEnumerator(), 0));
        while (open.TryPeek(out var level))
        {
            if (!level.Steps.MoveNext())
            {
                open.Pop().Steps.Dispose();
                continue;
            }

            var step = level.Steps.Current;
            yield return $"{Indent(level.Depth)}{step}{(step.IsOrphan ? "  (its parent is not part of it)" : "")}";
            foreach (var note in notes[step])
            {
                yield return Indent(level.Depth + 1) + note;
            }

            open.Push((step.Caused.GetEnumerator(), level.Depth + 1));
        }
    }

    // Each step with what is below it is one block of lines; blocks are sorted.
    private static IReadOnlyList<(int Depth, string Text)> Sorted(IEnumerable<TrackedStep> roots, ILookup<TrackedStep?, string> notes)
    {
        // From the last step to the first, because the effects of a step begin after it.
        var blocks = new Dictionary<TrackedStep, List<(int Depth, string Text)>>(ReferenceEqualityComparer.Instance);
        var order = new List<TrackedStep>();
        var open = new Stack<TrackedStep>(roots);
        while (open.TryPop(out var step))
        {
            order.Add(step);
            foreach (var caused in step.Caused)
            {
                open.Push(caused);
            }
        }

        for (var i = order.Count - 1; i >= 0; i--)
        {
            var step = order[i];
            blocks[step] = [(0, step.Outline), .. Ordered(step.Caused, step).Select(line => (line.Depth + 1, line.Text))];
            foreach (var caused in step.Caused)
            {
                blocks.Remove(caused);
            }
        }

        return Ordered(roots, null);

        IReadOnlyList<(int Depth, string Text)> Ordered(IEnumerable<TrackedStep> steps, TrackedStep? of)
        {
            List<List<(int Depth, string Text)>> below =
                [.. steps.Select(step => blocks[step]), .. notes[of].Select(note => new List<(int, string)> { (0, note) })];
            return below.Count == 1
                ? below[0]
                : [.. below.OrderBy(block => string.Join('\n', block.Select(line => $"{Deep(line.Depth)}{line.Text}")), StringComparer.Ordinal)
                    .SelectMany(block => block)];
        }
    }

    private static string Deep(int depth) => new(' ', 2 * depth);

    private static ILookup<TrackedStep?, string> Notes(TrackedAction tracked,
        Func<TrackedLoss, string> loss, Func<TrackedDeparture, string> departure) =>
        tracked.Contents.Losses.Select(lost => (lost.Cause, Text: loss(lost)))
            .Concat(tracked.SentToNodes.Select(sent => (sent.Cause, Text: departure(sent))))
            .ToLookup(note => note.Cause, note => note.Text);

    // The indentation is limited, because a deeper one is not readable.
    private static string Indent(int depth) => new(' ', 2 * Math.Min(depth, 40));
}
