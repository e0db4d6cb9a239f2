namespace AkkaInstrumentation.Tests.Control;

/// <summary>What is switched at run time holds from an actor's next run on.</summary>
public class ControlSpec
{
    [Fact]
    public async Task Tracing_off_and_on_again()
    {
        await using var system = OneByOne.System();
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        var control = OneByOne.ControlOf(system);

        control.TracingEnabled = false;
        await actor.Ask<int>(1);
        Assert.False(control.TracingEnabled);
        control.TracingEnabled = true;
        await actor.Ask<string>("seen");

        Assert.Equal("String", Assert.Single(await spans.WaitForStopped(1)).GetTagItem(AkkaSpanAttributes.MessageType));
    }

    [Fact]
    public async Task Metrics_that_are_switched_off_and_on_keep_their_counts()
    {
        await using var system = OneByOne.System();
        var actor = await OneByOne.Start(system);
        using var metrics = new MetricRecorder(system);
        var control = OneByOne.ControlOf(system);

        await actor.Ask<int>(1);
        await actor.Ask<int>(2);
        control.MetricsEnabled = false;
        await actor.Ask<int>(3);
        Assert.Null(Ints(metrics));
        control.MetricsEnabled = true;
        Assert.Equal(2, Ints(metrics));
        await actor.Ask<int>(4);

        Assert.Equal(3, Ints(metrics));
    }

    [Fact]
    public async Task Metrics_that_are_on_later_are_also_of_dispatchers_whose_mailboxes_ran_before()
    {
        await using var system = OneByOne.System("akka.instrumentation.metrics { enabled = off, distributions = all }");
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out var _);
        using var metrics = new MetricRecorder(system);
        await actor.Ask<int>(1);
        await spans.WaitForStopped(1);

        OneByOne.ControlOf(system).MetricsEnabled = true;
        for (var i = 0; i < 4; i++)
        {
            await actor.Ask<int>(i);
        }

        (string, object?) dispatcher = (AkkaMetricAttributes.DispatcherId, OneByOne.Id);
        Assert.InRange(metrics.Sum(AkkaMetricNames.DispatcherRuns, dispatcher) ?? 0, 3, 4);
        Assert.NotEmpty(metrics.Values(AkkaMetricNames.DispatcherWaitDuration, dispatcher));
        Assert.Contains(metrics.Poll(), measured => measured.Name == AkkaMetricNames.ActorBusyTime && measured.Has([dispatcher]));
    }

    [Fact]
    public async Task A_system_that_starts_with_everything_off_instruments_actors_that_start_after_a_switch()
    {
        await using var system = Systems.Instrumented("akka.instrumentation { tracing.enabled = off, metrics.enabled = off }");
        using var metrics = new MetricRecorder(system);
        var before = system.ActorOf(Echo.Props);
        OneByOne.ControlOf(system).MetricsEnabled = true;
        var after = system.ActorOf(Echo.Props);
        await before.Ask<int>(1);
        await after.Ask<int>(2);
        system.System.EventStream.Publish(new Akka.Event.UnhandledMessage("lost", after, after));

        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorMessages));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorMessageUnhandled));
    }

    [Fact]
    public async Task Ratio_and_budget_for_new_traces()
    {
        await using var system = OneByOne.System();
        var actor = await OneByOne.Start(system, name: "recorded");
        using var spans = SpanRecorder.UnderPath("/user/recorded");
        var control = OneByOne.ControlOf(system);

        control.SamplingRatio = 0;
        await actor.Ask<int>(1);
        control.SamplingRatio = 1;
        await actor.Ask<string>("all");
        control.SamplingBudget = 0.1;
        await actor.Ask<string>("the first of ten seconds");
        await actor.Ask<string>("the second");
        control.SamplingBudget = double.PositiveInfinity;
        await actor.Ask<string>("all again");

        var stopped = await spans.WaitForStopped(3);
        Assert.Equal(["String", "String", "String"], stopped.Select(span => span.GetTagItem(AkkaSpanAttributes.MessageType)));
        Assert.Equal((1, double.PositiveInfinity), (control.SamplingRatio, control.SamplingBudget));
    }

    [Fact]
    public async Task A_larger_budget_applies_at_once()
    {
        await using var system = OneByOne.System();
        var actor = await OneByOne.Start(system, name: "recorded");
        using var spans = SpanRecorder.UnderPath("/user/recorded");
        var control = OneByOne.ControlOf(system);

        control.SamplingBudget = 0.1;
        await actor.Ask<int>(1);
        control.SamplingBudget = 1_000;
        await actor.Ask<int>(2);

        await spans.WaitForStopped(2);
    }

    [Fact]
    public async Task A_wrong_change_lists_every_problem_and_leaves_everything_as_it_was()
    {
        await using var system = Systems.Instrumented();
        var extension = AkkaInstrumentationExtension.For(system.System);
        var before = extension.Settings;

        var error = Assert.Throws<ConfigurationException>(() => extension.Control.Change(
            """
            tracing { enabled = off, sampling { ratio = 2, buget = 10 } }
            rules.carts { path = "carts", trace = perhaps }
            system-actors = on
            metrics.max-actor-types = 7
            """));

        Assert.Equal(
            [
                "akka.instrumentation.tracing.sampling.buget is unknown, the nearest known key is akka.instrumentation.tracing.sampling.budget",
                "akka.instrumentation.tracing.sampling.ratio = 2, allowed is adaptive or a number from 0 to 1",
                "akka.instrumentation.rules.carts.path = carts, allowed are paths such as /user/orders/* and /user/orders/**",
                "akka.instrumentation.rules.carts.trace = perhaps, allowed are sampled, always, only-in-trace, never",
                "akka.instrumentation.system-actors cannot be changed while the actor system runs",
                "akka.instrumentation.metrics.max-actor-types cannot be changed while the actor system runs.",
            ],
            error.Message["akka.instrumentation is not valid: ".Length..].Split("; "));
        Assert.Same(before, extension.Settings);
        Assert.Throws<ConfigurationException>(() => extension.Control.SamplingRatio = double.NaN);
        Assert.Same(before, extension.Settings);
    }

    [Theory]
    [InlineData("tracing.enabled = off\n}", "there is a } too many")]
    [InlineData("} tracing.enabled = off {", "there is a } too many")]
    [InlineData("tracing { enabled = off", "there is a } missing")]
    [InlineData("dispatchers = [a}", "there is a } too many")]
    [InlineData("dispatchers = [*\"]", "a quote is not closed")]
    [InlineData("rules.a.message = \"\"\"open", "a quote is not closed")]
    [InlineData("rules.a.message = \"\"\"open\"", "a quote is not closed")]
    [InlineData("tracing.enabled = ${akka.instrumentation.tracing.enabled}", "a change has no substitutions, ${...}")]
    public async Task Text_that_is_not_HOCON_is_reported_before_it_is_parsed(string text, string problem)
    {
        await using var system = Systems.Instrumented();
        var extension = AkkaInstrumentationExtension.For(system.System);
        var before = extension.Settings;

        Assert.Equal($"akka.instrumentation is not valid: {problem}.",
            Assert.Throws<ConfigurationException>(() => extension.Control.Change(text)).Message);
        Assert.Same(before, extension.Settings);
    }

    [Fact]
    public async Task Comments_and_quotes_may_hold_anything()
    {
        await using var system = Systems.Instrumented();
        var control = OneByOne.ControlOf(system);

        control.Change("# a \" and a } in a comment\nrules.a { message = \"{[\\\"\", trace = never } // {\n");

        Assert.Contains(control.Configuration.Rules, rule => rule.StartsWith("rule a", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Changes_add_up_until_they_are_taken_back()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0.5");
        var control = OneByOne.ControlOf(system);

        control.Change("akka.instrumentation.tracing.enabled = off");
        control.Change("tracing.sampling.ratio = 0.25");
        Assert.Equal((false, 0.25), (control.TracingEnabled, control.SamplingRatio));
        Assert.Equal(
            "0.25 run_time", $"{control.Configuration["tracing.sampling.ratio"].Value} {control.Configuration["tracing.sampling.ratio"].Origin}");

        control.Reset();
        Assert.Equal((true, 0.5), (control.TracingEnabled, control.SamplingRatio));
        Assert.Equal("HOCON", control.Configuration["tracing.sampling.ratio"].Origin);
    }

    [Fact]
    public async Task A_distribution_of_all_messages_and_back()
    {
        await using var system = OneByOne.System("akka.instrumentation.metrics.distributions-rate = 10");
        var actor = await OneByOne.Start(system);
        using var metrics = new MetricRecorder(system);
        var control = OneByOne.ControlOf(system);

        control.Change("metrics.distributions = all");
        for (var i = 0; i < 200; i++)
        {
            await actor.Ask<int>(i);
        }

        await Eventually.Equal(200, () => metrics.Values(AkkaMetricNames.ActorProcessDuration, (AkkaSpanAttributes.MessageType, "Int32")).Count);
        control.Change("metrics.distributions = adaptive");
        for (var i = 0; i < 200; i++)
        {
            await actor.Ask<int>(i);
        }

        Assert.Equal(400, Ints(metrics));

        // a value is recorded once for each message that it stands for
        Assert.InRange(metrics.Values(AkkaMetricNames.ActorProcessDuration, (AkkaSpanAttributes.MessageType, "Int32")).Distinct().Count(), 2, 300);
    }

    private static long? Ints(MetricRecorder metrics) => metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Int32"));
}
