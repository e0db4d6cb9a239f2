namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>A message that was stashed: its spans belong together, and its first decision stays.</summary>
public sealed class StashSpec
{
    [Fact]
    public async Task Stashed_twice_it_links_to_its_first_processing()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Stashing.Props(new(), rounds: 2));

        actor.Tell(1, ActorRefs.NoSender);
        Activity.Current = null;
        actor.Tell("go", ActorRefs.NoSender);
        actor.Tell("go", ActorRefs.NoSender);

        var all = await spans.WaitForStopped(3);
        Assert.All(all.Skip(1), span => Assert.Equal(all[0].Context, Assert.Single(span.Links).Context));
        Assert.Equal([null, 1L, 2L], all.Select(span => span.GetTagItem(AkkaSpanAttributes.StashCount)));
        Assert.Equal((null, true), (all[0].GetTagItem(AkkaSpanAttributes.StashDuration), (double)all[1]
            .GetTagItem(AkkaSpanAttributes.StashDuration)! > 0));
        Assert.True((double)all[2].GetTagItem(AkkaSpanAttributes.StashDuration)! > (double)all[1].GetTagItem(AkkaSpanAttributes.StashDuration)!);
    }

    [Theory]
    [InlineData("tracing.sampling.ratio = 1", 1.0)]
    [InlineData("tracing.sampling.ratio = 0.5", 0.5)]
    [InlineData("tracing.sampling.ratio = 0", 0)]
    [InlineData("rules.mine { message = Int32, ratio = 0.5 }", 0.5)]
    [InlineData("rules.mine { message = Int32, ratio = 1 }", 1.0)]
    public async Task A_root_that_was_sampled_stays_so_and_one_that_was_not_too(string setting, double share)
    {
        const int messages = 1_000;
        await using var system = Systems.Instrumented($"akka.instrumentation.{setting}");
        var seen = new ConcurrentQueue<(int Message, bool Recorded)>();
        var name = $"stashing-{Guid.NewGuid():N}";

        // first: what a run takes that began before anybody listened is not decided about
        using var spans = SpanRecorder.UnderPath($"/user/{name}");
        var actor = system.ActorOf(Stashing.Props(seen), name);

        actor.TellNumbers(messages);

        actor.Tell("go", ActorRefs.NoSender);

        await Eventually.Equal(2 * messages, () => seen.Count);
        var firstTime = seen.Take(messages).ToDictionary(found => found.Message, found => found.Recorded);
        Assert.All(seen.Skip(messages), found => Assert.Equal(firstTime[found.Message], found.Recorded));
        var slack = 6 * Math.Sqrt(messages * share * (1 - share));
        Assert.InRange(firstTime.Values.Count(recorded => recorded), (messages * share) - slack, (messages * share) + slack);
    }

    [Fact]
    public async Task Stashed_roots_count_each_in_its_own_trace()
    {
        const int messages = 200;
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.max-spans-per-trace = 100");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Stashing.Props(new()), name);

        actor.TellNumbers(messages);
        actor.Tell("go", ActorRefs.NoSender);

        await spans.WaitForStopped((2 * messages) + 1);
        Assert.Equal(0, system.Extension.Roots.SuppressedRoots.Single(roots => roots.Reason == "trace").Count);
    }

    [Fact]
    public async Task Stashed_by_a_handler_in_an_activity_of_its_own_it_stays_unsampled_too()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.rules.mine { message = Int32, ratio = 0.5 }");
        using var own = new ActivitySource($"own-{Guid.NewGuid():N}");
        using var everything = Listening.Spans((ref _) => ActivitySamplingResult.PropagationData, sources: own.Name);
        var seen = new ConcurrentQueue<(int Message, bool Recorded)>();
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf(Stashing.Props(seen, own: own), name);

        actor.TellNumbers(200);

        actor.Tell("go", ActorRefs.NoSender);

        await Eventually.Equal(400, () => seen.Count);
        var firstTime = seen.Take(200).ToDictionary(found => found.Message, found => found.Recorded);
        Assert.All(seen.Skip(200), found => Assert.Equal(firstTime[found.Message], found.Recorded));
    }

    private sealed class Stashing(ConcurrentQueue<(int Message, bool Recorded)> seen, int rounds, ActivitySource? own)
        : UntypedActor, IWithUnboundedStash
    {
        private int _gone;

        public IStash Stash { get; set; } = null!;

        public static Props Props(ConcurrentQueue<(int Message, bool Recorded)> seen, int rounds = 1, ActivitySource? own = null) =>
            Akka.Actor.Props.Create(() => new Stashing(seen, rounds, own));

        protected override void OnReceive(object message)
        {
            if (message is not int number)
            {
                _gone++;
                Stash.UnstashAll();
                return;
            }

            seen.Enqueue((number, Activity.Current is { Recorded: true }));
            using var mine = own?.StartActivity("mine");
            if (_gone < rounds)
            {
                Stash.Stash();
            }
        }
    }
}
