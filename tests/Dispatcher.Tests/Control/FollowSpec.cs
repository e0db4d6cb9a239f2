namespace AkkaInstrumentation.Tests.Control;

/// <summary>Each message with one value is recorded, with all that follows.</summary>
public class FollowSpec
{
    private const string Unsampled = "akka.loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = 0";

    [Fact]
    public async Task Only_messages_with_the_value_begin_a_trace_and_what_they_cause_is_in_it()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var spans = Recorder(out var prefix);
        var (first, last) = Chain(system, prefix);

        using (var following = system.Control.Follow("order.id", "42", TimeSpan.FromMinutes(5)))
        {
            await Send();
            Assert.Equal(1, following.Traces);
            Assert.Same(following, Assert.Single(system.Control.Followings));
        }

        await Send();
        Assert.Empty(system.Control.Followings);

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(stopped[0].SpanId, stopped[1].ParentSpanId);
        Assert.Equal(42L, stopped[0].GetTagItem("order.id"));

        async Task Send()
        {
            for (var id = 40; id < 45; id++)
            {
                first.Tell(new Order(id), ActorRefs.NoSender);
            }

            await first.Ask<ActorIdentity>(new Identify(1));
            await last.Ask<ActorIdentity>(new Identify(1));
        }
    }

    [Fact]
    public async Task An_item_of_the_baggage_is_a_value_too()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var spans = Recorder(out var prefix);
        var (first, last) = Chain(system, prefix);
        using var following = system.Control.Follow("tenant", "blue", TimeSpan.FromMinutes(5));
        foreach (var tenant in new[] { "red", "blue", "green" })
        {
            using var request = Tests.Unsampled.Activity("request").AddBaggage("tenant", tenant).Start();
            first.Tell(new Order(1), ActorRefs.NoSender);
        }

        await first.Ask<ActorIdentity>(new Identify(1));
        await last.Ask<ActorIdentity>(new Identify(1));

        Assert.Equal(2, (await spans.WaitForStopped(2)).Count);
        Assert.Equal(1, following.Traces);
    }

    [Fact]
    public async Task It_ends_with_its_number()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var spans = Recorder(out var prefix);
        var (first, last) = Chain(system, prefix);
        using var following = system.Control.Follow("order.id", "42", TimeSpan.FromMinutes(5), traces: 3);

        for (var i = 0; i < 1_000; i++)
        {
            first.Tell(new Order(42), ActorRefs.NoSender);
        }

        await first.Ask<ActorIdentity>(new Identify(1));
        await last.Ask<ActorIdentity>(new Identify(1));
        Assert.Equal(6, (await spans.WaitForStopped(6)).Count);
        Assert.Equal(3, following.Traces);
    }

    [Fact]
    public async Task It_ends_with_its_time()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var following = system.Control.Follow("order.id", "42", TimeSpan.FromMilliseconds(1));

        await Eventually.True(() => system.Control.Followings.Count == 0);
    }

    [Fact]
    public async Task There_is_no_following_without_a_limit()
    {
        await using var system = Systems.Instrumented(Unsampled);

        Assert.Throws<ArgumentOutOfRangeException>(() => system.Control.Follow("order.id", "42", TimeSpan.FromDays(2)));
        Assert.Throws<ArgumentOutOfRangeException>(() => system.Control.Follow("order.id", "42", TimeSpan.FromMinutes(1), traces: 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => system.Control.Follow("order.id", "42", TimeSpan.FromMinutes(1), traces: 1_000_000));
        var all = Enumerable.Range(0, 20).Select(id => system.Control.Follow("order.id", $"{id}", TimeSpan.FromMinutes(1))).ToList();
        Assert.Throws<InvalidOperationException>(() => system.Control.Follow("order.id", "42", TimeSpan.FromMinutes(1)));
        all.ForEach(following => following.Dispose());
    }

    [Fact]
    public async Task Selected_actors_keep_their_last_messages_for_a_time()
    {
        await using var system = Systems.Instrumented(Unsampled);
        using var spans = Recorder(out var prefix);
        var (first, last) = Chain(system, prefix);
        var selection = new AkkaSelection { Actors = first.Path.ToString(), Duration = TimeSpan.FromMinutes(5) };

        using (var recording = system.Control.RecordLastMessages(selection, messages: 2))
        {
            Assert.Same(recording, Assert.Single(system.Control.Followings));
            foreach (var id in (int[])[1, 2, 3])
            {
                first.Tell(new Order(id), ActorRefs.NoSender);
            }

            await Eventually.Equal(2, () => KeptOf(first)?.Count);
            Assert.Null(KeptOf(last));
            Assert.Equal(0, recording.Traces);
        }

        first.Tell(new Order(4), ActorRefs.NoSender);
        await Eventually.Equal(null, () => KeptOf(first));

        Assert.Throws<ArgumentException>(() => system.Control.RecordLastMessages(selection with { Messages = "Order" }));
        Assert.Throws<ArgumentException>(() => system.Control.RecordLastMessages(selection with { Attribute = "order.id", Value = "42" }));
        Assert.Throws<ArgumentOutOfRangeException>(() => system.Control.RecordLastMessages(selection, messages: 1_025));
        Assert.Throws<ArgumentOutOfRangeException>(() => system.Control.RecordLastMessages(selection with { Duration = TimeSpan.FromDays(2) }));
        Assert.Empty(system.Control.Followings);

        IReadOnlyList<AkkaLastMessage>? KeptOf(IActorRef actor) => system.Extension.Insight.Answers.LastMessages(actor.Path.ToStringWithoutAddress());
    }

    private static (IActorRef First, IActorRef Last) Chain(TestSystem system, string prefix)
    {
        var last = system.ActorOf((_, _) => { }, $"{prefix}last");
        return (system.ActorOf((context, _) => last.Tell("done", context.Self), $"{prefix}first"), last);
    }

    private static SpanRecorder Recorder(out string prefix)
    {
        prefix = $"follow-{Guid.NewGuid():N}-";
        return SpanRecorder.UnderPath($"/user/{prefix}");
    }

    private sealed record Order([property: SpanAttribute("order.id")] int OrderId);
}
