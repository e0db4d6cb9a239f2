namespace AkkaInstrumentation.Tests.Traces;

/// <summary>10,000 random traces: fork, join, questions, calls, stash, missing parents and shifted clocks, against a path that is found tick by tick.</summary>
public sealed class RandomTracesSpec
{
    private const int Traces = 10_000;

    [Fact]
    public void The_path_is_that_of_the_slow_reference_and_has_no_gap()
    {
        var kinds = new HashSet<AkkaPathPart>();
        for (var seed = 0; seed < Traces; seed++)
        {
            var spans = Random(seed);
            var path = PathWalk.Over(spans);
            kinds.UnionWith(path.Select(part => part.Part));
            var expected = string.Join(' ', new SlowPath(spans).Ticks().Select(tick => $"{tick.Tick}:{tick.What}"));
            var found = string.Join(' ', path.SelectMany(Ticks));
            Assert.True(expected == found, $"seed {seed}\n{string.Join('\n', spans)}\nexpected {expected}\nfound    {found}");
            Assert.All(path, part => Assert.True(part.Duration > TimeSpan.Zero));
            Assert.Equal(spans.Max(span => span.End), path.Count == 0 ? spans.Max(span => span.End) : End(path[^1]));
            Assert.All(path.Zip(path.Skip(1)), pair => Assert.Equal(End(pair.First), pair.Second.Start.Ticks));
        }

        Assert.Equal(Enum.GetValues<AkkaPathPart>().Order(), kinds.Order());
    }

    /// <summary>Parents in a circle and questions inside questions end, and leave no gap.</summary>
    [Fact]
    public void Wrong_parents_end_too()
    {
        for (var seed = 0; seed < Traces; seed++)
        {
            var random = new Random(seed);
            var spans = Random(seed).Select(span => span with { ParentId = $"{random.Next(8)}", StashedIn = random.Next(3) == 0 ? $"{random.Next(8)}" : null }).ToList();
            var path = PathWalk.Over(spans);
            Assert.All(path.Zip(path.Skip(1)), pair => Assert.Equal(End(pair.First), pair.Second.Start.Ticks));
        }
    }

    private static IEnumerable<string> Ticks(AkkaPathSegment part) =>
        Enumerable.Range(1, (int)part.Duration.Ticks).Select(tick => $"{part.Start.Ticks + tick}:{part.Part} {part.SpanId}");

    private static long End(AkkaPathSegment part) => part.Start.Ticks + part.Duration.Ticks;

    // A span comes after its parent in the list. Most follow from it in time, some do not, as where clocks differ.
    private static List<PathSpan> Random(int seed)
    {
        var random = new Random(seed);
        var spans = new List<PathSpan>();
        var count = random.Next(1, 11);
        for (var at = 0; at < count; at++)
        {
            var parent = spans.Count > 0 && random.Next(12) > 0 ? spans[random.Next(spans.Count)] : null;
            var sent = parent is null ? 30 + random.Next(5) : parent.Sent + random.Next(random.Next(8) == 0 ? -5 : 0, 1 + (int)(parent.End - parent.Sent) + 4);
            var isMessage = random.Next(4) > 0;
            var start = isMessage ? sent + random.Next(6) : sent;
            var span = new PathSpan($"{at}", parent?.Id ?? (random.Next(2) == 0 ? null : "lost"), sent, start, start + random.Next(15))
            {
                IsMessage = isMessage,
                IsQuestion = isMessage && random.Next(2) == 0,
                IsCall = !isMessage && random.Next(2) == 0,
            };
            var before = spans.LastOrDefault(other => other.ParentId == span.ParentId);
            spans.Add(isMessage && random.Next(4) == 0 ? span with { Stash = random.Next(5), StashedIn = random.Next(3) > 0 ? before?.Id : null } : span);
        }

        return spans;
    }
}
