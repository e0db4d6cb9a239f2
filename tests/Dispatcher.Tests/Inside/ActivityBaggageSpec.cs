namespace AkkaInstrumentation.Tests.Inside;

/// <summary>The baggage of the activity that a message was sent in: the receiver's activity has it, and nobody else's.</summary>
[Collection(Alone.Name)]
public sealed class ActivityBaggageSpec
{
    [Fact]
    public async Task It_is_that_of_the_moment_of_the_Tell()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        using var hold = new Hold();
        var actor = system.ActorOf((_, _) => { });

        await hold.EnterAt(actor);
        root.SetBaggage("tenant", "a").SetBaggage("empty", "");
        actor.Tell("a");
        root.SetBaggage("tenant", "b").SetBaggage("empty", null);
        actor.Tell("b");
        root.SetBaggage("tenant", null);
        actor.Tell("none");
        hold.Release();

        var messages = await spans.WaitForStopped(4);
        Assert.Equal(["", "empty=, tenant=a", "tenant=b", ""], messages.Select(Baggage));
    }

    // 5,000 is what a caller's header may bring.
    [Theory]
    [InlineData(0)]
    [InlineData(5_000)]
    public async Task The_latest_item_of_a_key_replaces_earlier_ones(int others)
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        root.AddBaggage("hop", "0").AddBaggage("hop", "1").AddBaggage("tenant", "a");
        for (var i = 0; i < others; i++)
        {
            root.AddBaggage($"{i}", "x");
        }

        IActorRef next = ActorRefs.Nobody;
        for (var hop = 6; hop >= 2; hop--)
        {
            var (target, number) = (next, $"{hop}");
            next = system.ActorOf((_, message) =>
            {
                Activity.Current!.AddBaggage("hop", number);
                target.Tell(message);
            });
        }

        next.Tell("message");

        var messages = await spans.WaitForStopped(5);
        Assert.Equal(["1", "2", "3", "4", "5"], messages.Select(span => span.Baggage.Last(item => item.Key == "hop").Value));
        Assert.All(messages, span => Assert.Equal(("a", 3 + others), (span.GetBaggageItem("tenant"), span.Baggage.Count())));
    }

    [Fact]
    public async Task Listeners_see_it_at_the_start()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var seen = new ConcurrentQueue<string>();
        spans.OnStarted = span => seen.Enqueue(Baggage(span));
        root.SetBaggage("tenant", "a");

        system.ActorOf((_, _) => { }).Tell("message");

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal("tenant=a", Assert.Single(seen));
        Assert.Equal((root.SpanId, root.TraceId), (span.ParentSpanId, span.TraceId));
    }

    [Fact]
    public async Task It_passes_through_an_actor_whose_messages_are_not_traced()
    {
        await using var system = Systems.Instrumented("""akka.instrumentation.rules.middle { path = "/user/middle", trace = never }""");
        using var spans = SpanRecorder.WithRoot(out var root);
        var last = system.ActorOf((_, _) => { });
        using var hold = new Hold();
        var middle = system.ActorOf(
            (_, message) =>
            {
                hold.Pass();
                last.Tell(message);
            },
            "middle");

        root.SetBaggage("tenant", "a");
        middle.Tell("message");
        await hold.Entered;
        root.SetBaggage("tenant", "b");
        hold.Release();

        Assert.Equal("tenant=a", Baggage(Assert.Single(await spans.WaitForStopped(1))));
    }

    /// <summary>Libraries below the actor pass baggage on whether anything is recorded or not.</summary>
    [Fact]
    public async Task Unrecorded_it_is_on_an_activity_of_the_messages_own()
    {
        await using var system = Systems.Instrumented(
            "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }");
        using var spans = SpanRecorder.Everything();
        using var sender = Unsampled.Activity("not recorded").SetBaggage("tenant", "a").Start();
        var seen = new ConcurrentQueue<(string Baggage, ActivityTraceId Trace, bool Recorded)>();
        using var hold = new Hold();
        var last = system.ActorOf((_, _) => See());
        var actor = system.ActorOf((_, message) =>
        {
            See();
            last.Tell(message);
        });

        await hold.EnterAt(actor);
        actor.Tell("with");
        Activity.Current = null;
        actor.Tell("without");
        hold.Release();

        await Eventually.Equal(4, () => seen.Count);
        Assert.Equal(2, seen.Count(found => found == ("tenant=a", sender.TraceId, false)));
        var without = seen.Where(found => found.Baggage.Length == 0).ToList();
        Assert.Equal(2, without.Count);
        Assert.All(without, found => Assert.Equal((without[0].Trace, false), (found.Trace, found.Recorded)));
        Assert.NotEqual(sender.TraceId, without[0].Trace);

        void See() => seen.Enqueue((Baggage(Activity.Current!), Activity.Current!.TraceId, Activity.Current.Recorded));
    }

    private static string Baggage(Activity activity) =>
        string.Join(", ", activity.Baggage.Select(item => $"{item.Key}={item.Value}").Order(StringComparer.Ordinal));
}
