namespace AkkaInstrumentation;

/// <summary>Writes a flow as an indented tree.</summary>
internal static class FlowTree
{
    // A picture for people: the rest is in ToJson.
    private const int MaxLines = 200;

    // The lines of a chain are copied at each of its levels.
    private const int MaxCompared = 2_000;

    public static string Detailed(MessageFlow flow)
    {
        var notes = Notes(flow, static loss => loss.ToString(), static departure => departure.ToString());
        var count = flow.Steps.Count + flow.Contents.Losses.Count + flow.SentToNodes.Count;
        List<string> text =
        [
            flow.Messages.Count switch
            {
                0 => "No message has a span.",
                1 => "1 message:",
                var messages => $"{messages} messages:",
            },
            .. Lines(flow.Roots, notes).Take(MaxLines),
        ];
        if (count > MaxLines)
        {
            text.Add($"... and {count - MaxLines} lines more");
        }

        if (flow.Contents.WithoutSpan is { Count: > 0 } actors)
        {
            text.Add("Without a span, because of a rule, a filter or a dispatcher that is not instrumented: "
                + string.Join(", ", actors.Select(actor => $"{actor.Value} at {actor.Key}")));
        }

        return string.Join('\n', text);
    }

    /// <exception cref="FlowException">The flow is too large to be compared line by line.</exception>
    public static string Outline(MessageFlow flow)
    {
        if (flow.Steps.Count > MaxCompared)
        {
            throw new FlowException($"The flow has {flow.Steps.Count} steps. Up to {MaxCompared} can be written as an outline.", flow);
        }

        var notes = Notes(flow, static loss => loss.Outline, static departure => departure.Outline);
        return string.Join('\n', Sorted(flow.Roots, notes).Select(line => $"{Deep(line.Depth)}{line.Text}"));
    }

    private static IEnumerable<string> Lines(IEnumerable<FlowStep> roots, ILookup<FlowStep?, string> notes)
    {
        foreach (var note in notes[null])
        {
            yield return note;
        }

        // A loop and not a recursion: an actor may send to itself a hundred thousand times.
        var open = new Stack<(IEnumerator<FlowStep> Steps, int Depth)>();
        open.Push((roots.GetEnumerator(), 0));
        while (open.TryPeek(out var level))
        {
            if (!level.Steps.MoveNext())
            {
                open.Pop().Steps.Dispose();
                continue;
            }

            var step = level.Steps.Current;
            yield return $"{Indent(level.Depth)}{step}{(step.IsOrphan ? "  (its parent is not part of the flow)" : "")}";
            foreach (var note in notes[step])
            {
                yield return Indent(level.Depth + 1) + note;
            }

            open.Push((step.Caused.GetEnumerator(), level.Depth + 1));
        }
    }

    // Each step with what is below it is one block of lines; blocks are sorted.
    private static IReadOnlyList<(int Depth, string Text)> Sorted(IEnumerable<FlowStep> roots, ILookup<FlowStep?, string> notes)
    {
        // From the last step to the first: what a step has caused has begun after it.
        var blocks = new Dictionary<FlowStep, List<(int Depth, string Text)>>(ReferenceEqualityComparer.Instance);
        var order = new List<FlowStep>();
        var open = new Stack<FlowStep>(roots);
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

        IReadOnlyList<(int Depth, string Text)> Ordered(IEnumerable<FlowStep> steps, FlowStep? of)
        {
            List<List<(int Depth, string Text)>> below = [.. steps.Select(step => blocks[step]), .. notes[of].Select(note => new List<(int, string)> { (0, note) })];
            return below.Count == 1
                ? below[0]
                : [.. below.OrderBy(block => string.Join('\n', block.Select(line => $"{Deep(line.Depth)}{line.Text}")), StringComparer.Ordinal).SelectMany(block => block)];
        }
    }

    private static string Deep(int depth) => new(' ', 2 * depth);

    private static ILookup<FlowStep?, string> Notes(MessageFlow flow, Func<FlowLoss, string> loss, Func<FlowDeparture, string> departure) =>
        flow.Contents.Losses.Select(lost => (lost.Cause, Text: loss(lost)))
            .Concat(flow.SentToNodes.Select(sent => (sent.Cause, Text: departure(sent))))
            .ToLookup(note => note.Cause, note => note.Text);

    // Deeper than this nobody reads.
    private static string Indent(int depth) => new(' ', 2 * Math.Min(depth, 40));
}
