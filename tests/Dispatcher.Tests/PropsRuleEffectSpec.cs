namespace AkkaInstrumentation.Tests;

/// <summary>Settings in an actor's Props take precedence over rules and are combined with them.</summary>
public class PropsRuleEffectSpec
{
    private const string Rules =
        """
        akka.instrumentation.rules.all { path = "/user/**", trace = never, span-name = ruled, measure = off, relation = link }
        """;

    [Fact]
    public async Task Props_win_over_rules_in_what_they_set()
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var ruled = system.ActorOf(Echo.Props);
        var traced = system.ActorOf(Echo.Props.WithInstrumentation(said => (said.Trace, said.ActorName) = (AkkaTraceMode.Sampled, "Parrot")));
        var all = system.ActorOf(Echo.Props.WithInstrumentation(said =>
            (said.Trace, said.SpanName, said.Measure, said.Relation) =
                (AkkaTraceMode.Always, "{message} to {actor}", true, AkkaSpanRelation.Parent)));
        await ruled.Ask<int>(1);
        await traced.Ask<int>(2);
        await all.Ask<int>(3);

        // the one that only sets trace has the rule's relation, so its span is not in this trace
        Assert.Equal("Int32 to Echo", Assert.Single(await spans.WaitForStopped(1)).DisplayName);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorMessages));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorLive, (AkkaSpanAttributes.ActorType, "Parrot")));
        Assert.Equal(
            ["trace = sampled: Props", "measure = off: rule all", "span-name = \"ruled\": rule all", "actor-name = \"Parrot\": Props",
                "relation = link, none for scheduled messages (akka.scheduler.implementation): rule all"],
            system.System.GetInsight().Explain(traced.Path.ToString(), typeof(int)).Reasons.Take(5)
                .Select(reason => reason.Split(" {")[0]));
    }

    [Fact]
    public async Task A_later_call_wins_and_leaves_what_it_does_not_set()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Echo.Props
            .WithInstrumentation(said => (said.SpanName, said.ActorName) = ("first", "Parrot"))
            .WithInstrumentation(said => said.SpanName = "second of {actor}"));
        await actor.Ask<int>(1);

        Assert.Equal("second of Parrot", Assert.Single(await spans.WaitForStopped(1)).DisplayName);
    }

    [Fact]
    public async Task The_routees_of_a_pool_have_it_whichever_call_comes_first()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var before = system.ActorOf(Echo.Props.WithInstrumentation(said => said.SpanName = "routee").WithRouter(new RoundRobinPool(2)));
        var after = system.ActorOf(Echo.Props.WithRouter(new RoundRobinPool(2)).WithInstrumentation(said => said.SpanName = "routee"));
        await before.Ask<int>(1);
        await after.Ask<int>(2);

        Assert.Equal(2, (await spans.WaitForStopped(2)).Count(span => span.DisplayName == "routee"));
    }

    [Theory]
    [InlineData("a \"name\" \\ with\nlines, $x # = %41 ü")]
    [InlineData("null")]
    [InlineData("on")]
    [InlineData("%")]
    public void Settings_survive_being_written_and_read_as_Akka_does_it_for_another_machine(string name)
    {
        var props = Echo.Props
            .WithInstrumentation(said => (said.Ratio, said.SpanName) = (0.25, "another"))
            .WithInstrumentation(said => said.SpanName = name);
        var received = ConfigurationFactory.ParseString(props.Deploy.Config.Root.ToString());

        var problems = new SettingsProblems();
        Assert.Equal(new RuleEffect { Ratio = 0.25, SpanName = name }, PropsRuleEffect.ReadFrom(received, problems));
        Assert.Equal(0, problems.Count);
    }

    [Fact]
    public void The_rest_of_the_deploy_stays()
    {
        var deploy = new Deploy("", ConfigurationFactory.ParseString("mine = 1"), NoRouter.Instance,
            Deploy.Local.Scope, "my-dispatcher", "my-mailbox", 7);
        var props = new Props(deploy, typeof(Echo)).WithInstrumentation(said => said.Measure = false);

        Assert.Equal(
            ("my-dispatcher", "my-mailbox", 7, "1", Deploy.Local.Scope),
            (props.Dispatcher, props.Mailbox, props.Deploy.StashCapacity, props.Deploy.Config.GetString("mine"), props.Deploy.Scope));
    }

    [Fact]
    public void Wrong_values_are_listed_all_at_once()
    {
        var error = Assert.Throws<ArgumentException>(() => Echo.Props.WithInstrumentation(said =>
            (said.Trace, said.Ratio, said.SpanName, said.ActorName) = ((AkkaTraceMode)9, 1.5, "{who}", " ")));

        Assert.All(
            new[] { "instrumentation.trace = 9, allowed are", "instrumentation.ratio = 1.5, allowed are",
                "instrumentation.span-name = {who}", "instrumentation.actor-name" },
            problem => Assert.Contains(problem, error.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_unknown_word_from_another_version_does_not_stop_the_actor()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var config = ConfigurationFactory.ParseString("instrumentation { span-name = known, colour = red }");
        var actor = system.ActorOf(Echo.Props.WithDeploy(new Deploy("", config, NoRouter.Instance, Deploy.Local.Scope, "", "")));
        await actor.Ask<int>(1);

        Assert.Equal("known", Assert.Single(await spans.WaitForStopped(1)).DisplayName);
    }
}
