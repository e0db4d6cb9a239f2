namespace AkkaInstrumentation.Tests.Control;

/// <summary>Rules that change while actors have long made up their minds, and full traces of some of them.</summary>
public class ControlRulesSpec
{
    [Fact]
    public async Task A_new_rule_reaches_actors_that_know_the_message_already_and_counts_stay_exact()
    {
        await using var system = OneByOne.System();
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);

        await Ask(actor, 3);
        system.Control.Change("rules.numbers { message = Int32, trace = never, measure = off }");
        await Ask(actor, 4);
        system.Control.Change("rules.numbers { trace = null, measure = on, span-name = counted }");
        await Ask(actor, 2);
        system.Control.Change("rules.numbers = null");
        await Ask(actor, 1);

        Assert.Equal(
            ["Echo/Int32", "Echo/Int32", "Echo/Int32", "counted", "counted", "Echo/Int32"],
            (await spans.WaitForStopped(6)).Select(span => span.DisplayName));
        Assert.Equal(6, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Int32")));
    }

    [Fact]
    public async Task A_new_rule_reaches_wrapped_messages_and_types_that_share_a_name_too()
    {
        await using var system = OneByOne.System("akka.instrumentation.metrics.max-message-types = 1");
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var selection = system.System.ActorSelection(actor.Path);
        var before = metrics.Sum(AkkaMetricNames.ActorMessages) ?? 0;

        await actor.Ask<int>(1);
        await actor.Ask<string>("folded");
        await selection.Ask<string>("inside");
        system.Control.Change("rules.texts { message = String, trace = never }");
        await actor.Ask<string>("folded");
        await selection.Ask<string>("inside");
        await actor.Ask<int>(2);

        await spans.WaitForStopped(4);
        Assert.Equal(6, metrics.Sum(AkkaMetricNames.ActorMessages) - before);
    }

    [Fact]
    public async Task A_rule_changed_at_run_time_leaves_the_others_and_an_actors_name()
    {
        await using var system = OneByOne.System("akka.instrumentation.rules.pets { actor = Echo, actor-name = Parrot }");
        var actor = await OneByOne.Start(system);
        using var metrics = new MetricRecorder(system);
        await Ask(actor, 1);
        system.Control.Change("rules.pets.actor-name = Raven");
        await Ask(actor, 1);
        await Ask(await OneByOne.Start(system), 1);

        Assert.Equal(
            2, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.ActorType, "Parrot"), (AkkaSpanAttributes.MessageType, "Int32")));
        Assert.Equal(
            1, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.ActorType, "Raven"), (AkkaSpanAttributes.MessageType, "Int32")));
    }

    [Fact]
    public async Task A_full_trace_records_unsampled_messages_and_ends_when_it_is_disposed()
    {
        await using var system = OneByOne.System("akka.instrumentation.tracing.sampling.ratio = 0");
        var name = $"full-{Guid.NewGuid():N}";
        var looked = await OneByOne.Start(system, name: $"{name}-looked-at");
        var front = await OneByOne.Start(system, Handler.Props((_, message) => looked.Forward(message)), $"{name}-front");
        using var spans = SpanRecorder.UnderPath($"/user/{name}");

        await front.Ask<int>(1);
        using (system.Control.TraceFully(looked.Path.ToString(), TimeSpan.FromMinutes(5)))
        {
            Assert.Contains("trace-fully", system.Control.Configuration.ToString(), StringComparison.Ordinal);
            await front.Ask<string>("inside an unsampled trace");
            await looked.Ask<string>("without a trace");
        }

        await front.Ask<int>(2);
        await looked.Ask<int>(3);

        Assert.All(await spans.WaitForStopped(2), span => Assert.Equal(
            ("String", $"/user/{name}-looked-at", default(ActivitySpanId)),
                (span.GetTagItem(AkkaSpanAttributes.MessageType), span.GetTagItem(AkkaSpanAttributes.ActorPath), span.ParentSpanId)));
    }

    [Fact]
    public async Task A_full_trace_ends_by_itself()
    {
        await using var system = Systems.Instrumented();
        var rules = system.Control.Configuration.Rules;

        system.Control.TraceFully("/user/orders/**", TimeSpan.FromMilliseconds(50));

        await Eventually.True(() => system.Control.Configuration.Rules.SequenceEqual(rules));
    }

    /// <summary>It ends on a thread of .NET's timers, where an exception would end the process.</summary>
    [Fact]
    public async Task A_full_trace_whose_end_throws_is_reported()
    {
        var before = Reported();

        ITimedRule full = new AkkaFollowing(
            new() { Duration = TimeSpan.FromMilliseconds(1) }, "trace-fully", _ => throw new InvalidOperationException("cannot be put in force"));
        full.Begin();

        await Eventually.True(() => Reported() > before);

        static long Reported() => TelemetryFault.Counts.FirstOrDefault(count => count.Key == TelemetryFault.Rules).Value;
    }

    [Fact]
    public async Task A_full_trace_wins_over_Props_and_stays_inside_a_sampled_trace()
    {
        await using var system = OneByOne.System();
        var actor = await OneByOne.Start(system, Echo.Props.WithInstrumentation(said => said.Trace = AkkaTraceMode.Never));
        using var spans = SpanRecorder.WithRoot(out var root);
        await actor.Ask<int>(1);
        using var full = system.Control.TraceFully(actor.Path.ToStringWithoutAddress(), TimeSpan.FromMinutes(5));
        await actor.Ask<int>(2);

        Assert.Equal(root.SpanId, Assert.Single(await spans.WaitForStopped(1)).ParentSpanId);
    }

    [Theory]
    [InlineData("orders", 1)]
    [InlineData("/user//a", 1)]
    [InlineData("/user/a\n[ERROR] b", 1)]
    [InlineData("/user/a", 0)]
    [InlineData("/user/a", -1)]
    [InlineData("/user/a", 100_000)]
    public async Task A_full_trace_of_no_path_or_no_time_is_refused(string path, int minutes)
    {
        await using var system = Systems.Instrumented();
        Assert.ThrowsAny<ArgumentException>(() => system.Control.TraceFully(path, TimeSpan.FromMinutes(minutes)));
    }

    private static async Task Ask(IActorRef actor, int times)
    {
        for (var i = 0; i < times; i++)
        {
            await actor.Ask<int>(i);
        }
    }
}
