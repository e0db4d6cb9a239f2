namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Explain shows what is done and what decided it.</summary>
public class ExplainSpec
{
    private sealed class Beat;

    private const string Rules =
        """
        akka.instrumentation.rules {
          beats { path = "/user/pulse/**", message = "*Beat", trace = never }
          echoes { actor = Echo, ratio = 0.25, span-name = "echo {message}" }
        }
        """;

    [Fact]
    public async Task The_whole_text()
    {
        await using var system = Systems.Instrumented(Rules);
        using var spans = SpanRecorder.WithRoot(out _);
        system.ActorOf(Echo.Props, "orders");

        Assert.Equal(
            """
            ExplainSpec.Beat at /user/orders (Echo)
            has a span: if its trace is recorded. New traces are recorded: 25 % of them by rule echoes { actor = "Echo", ratio = 0.25, span-name = "echo {message}" } (HOCON)
              trace = sampled, ratio = 0.25: rule echoes { actor = "Echo", ratio = 0.25, span-name = "echo {message}" } (HOCON)
              measure = on: default
              span-name = "echo ExplainSpec.Beat": rule echoes { actor = "Echo", ratio = 0.25, span-name = "echo {message}" } (HOCON)
              actor-name = not set: default
              relation = parent, none for scheduled messages (akka.scheduler.implementation): default
              kind = user: default
              last-messages = 0: default
              new traces = ratio 1: HOCON, budget off: reference.conf
              filter = none
              durations = adaptive: reference.conf, 100 messages a second: reference.conf
            rules in order:
              1. rule beats { path = "/user/pulse/**", message = "*Beat", trace = never } (HOCON) does not match: the path is /user/orders, path = "/user/pulse/**" is asked for
              2. rule echoes { actor = "Echo", ratio = 0.25, span-name = "echo {message}" } (HOCON) matches
              12 of the library's own rules do not match
            """.ReplaceLineEndings("\n"),
            system.Extension.Insight.Answers.Explain("/user/orders", typeof(Beat)).ToString());
    }

    [Fact]
    public async Task A_message_by_name_and_a_path_with_address()
    {
        await using var system = Systems.Instrumented(Rules);
        var actor = system.ActorOf(Echo.Props, "orders");
        var extension = system.Extension;
        var expected = extension.Insight.Answers.Explain("/user/orders", typeof(Beat)).ToString();

        Assert.Equal(expected, extension.Insight.Answers.Explain(actor.Path.ToString(), "ExplainSpec.Beat").ToString());
        Assert.Equal(expected, extension.Insight.Answers.Explain("/user/orders", "AkkaInstrumentation.Tests.Rules.ExplainSpec.Beat").ToString());
        Assert.Equal("String", extension.Insight.Answers.Explain("/user/orders", "System.String").MessageType);
    }

    [Fact]
    public async Task Names_of_no_type_and_of_several_are_refused()
    {
        await using var system = Systems.Instrumented();
        var extension = system.Extension;

        Assert.Contains("No loaded type is named Beet", Assert.Throws<ArgumentException>(() => extension.Insight.Answers.Explain("/user/a",
            "Beet")).Message,
            StringComparison.Ordinal);
        Assert.Contains("Several types are named Timer", Assert.Throws<ArgumentException>(() => extension.Insight.Answers.Explain("/user/a",
            "Timer")).Message,
            StringComparison.Ordinal);
        Assert.All(
            new[] { "orders", "/", "/user/", "/user//a" },
            path => Assert.Contains($"'{path}' is no actor path",
                Assert.Throws<ArgumentException>(() => extension.Insight.Answers.Explain(path, typeof(Beat))).Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_path_without_an_actor_is_explained_by_path_and_message()
    {
        await using var system = Systems.Instrumented(Rules);
        var explanation = system.Extension.Insight.Answers.Explain("/user/pulse/1", typeof(Beat));

        Assert.Null(explanation.ActorType);
        Assert.Equal(AkkaTraceMode.Never, explanation.Trace);
        Assert.EndsWith("does not match: the actor's type is not known, actor = \"Echo\" is asked for",
            explanation.Rules[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_router_is_known_by_its_kind()
    {
        await using var system = Systems.Instrumented();
        system.ActorOf(Echo.Props.WithRouter(new RoundRobinPool(1)), "pool");

        Assert.Equal("RoundRobinPool", system.Extension.Insight.Answers.Explain("/user/pool", typeof(Beat)).ActorType);
    }

    [Fact]
    public async Task A_setting_that_switches_all_off()
    {
        await using var system = Systems.Instrumented("akka.instrumentation { tracing.enabled = off, metrics.enabled = off }");
        var explanation = system.Extension.Insight.Answers.Explain("/user/a", typeof(Beat));

        Assert.Equal((AkkaTraceMode.Never, false), (explanation.Trace, explanation.Measure));
        Assert.Equal(
            ["trace = never: akka.instrumentation.tracing.enabled = off", "measure = off: akka.instrumentation.metrics.enabled = off"],
            explanation.Reasons.Take(2));
    }

    [Fact]
    public async Task A_mailbox_that_is_not_instrumented()
    {
        await using var system = Systems.WithIds();
        system.ActorOf(Echo.Props, "plain");
        system.ActorOf(Echo.Props.WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId), "instrumented");

        Assert.Equal(
            ["trace = never: the actor's mailbox is not an instrumented one", "measure = off: the actor's mailbox is not an instrumented one"],
            system.Extension.Insight.Answers.Explain("/user/plain", typeof(Beat)).Reasons.Take(2));
        Assert.Equal(AkkaTraceMode.Sampled, system.Extension.Insight.Answers.Explain("/user/instrumented", typeof(Beat)).Trace);
    }

    [Fact]
    public async Task System_actors()
    {
        await using var off = Systems.Instrumented();
        await using var on = Systems.Instrumented("akka.instrumentation.system-actors = on");

        Assert.Equal(
            "trace = never: akka.instrumentation.system-actors = off",
            off.Extension.Insight.Answers.Explain("/system/log1", typeof(Beat)).Reasons[0]);
        Assert.StartsWith(
            "trace = only-in-trace: rule akka-system-actors",
            on.Extension.Insight.Answers.Explain("/system/log1", typeof(Beat)).Reasons[0],
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("tracing.enabled = off", "no, because akka.instrumentation.tracing.enabled = off")]
    [InlineData("rules.none { actor = Echo, trace = never }", "no, because of rule none { actor = \"Echo\", trace = never } (HOCON)")]
    [InlineData(
        "rules.some { actor = Echo, trace = only-in-trace }",
        "only if it is sent inside of a trace that is recorded, because of rule some { actor = \"Echo\", trace = only-in-trace } (HOCON)")]
    [InlineData("tracing.sampling.ratio = 1", "yes")]
    [InlineData(
        "tracing.sampling { ratio = 0.05, budget = 20 }",
        "if its trace is recorded. New traces are recorded: 5 % of them by tracing.sampling.ratio (HOCON), at most 20 spans a second by tracing.sampling.budget (HOCON)")]
    public async Task The_first_line_answers_whether_there_is_a_span(string hocon, string answer)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.{hocon}");
        system.ActorOf(Echo.Props, "a");
        using var spans = SpanRecorder.WithRoot(out _);

        var explanation = system.Extension.Insight.Answers.Explain("/user/a", typeof(Beat));

        Assert.Equal(answer, explanation.Summary);
        Assert.StartsWith($"ExplainSpec.Beat at /user/a (Echo)\nhas a span: {answer}\n", explanation.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mailbox_without_instrumentation_is_the_answer()
    {
        await using var system = Systems.WithIds();
        system.ActorOf(Echo.Props, "plain");
        using var spans = SpanRecorder.WithRoot(out _);

        Assert.Equal("no, because the actor's mailbox is not an instrumented one", system.Extension.Insight.Answers.Explain("/user/plain", typeof(Beat)).Summary);
    }
}
