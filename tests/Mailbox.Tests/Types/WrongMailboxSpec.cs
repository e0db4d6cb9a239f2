namespace AkkaInstrumentation.Tests;

/// <summary>A wrong mailbox stops the system from starting, with an error that names where, what and what is allowed.</summary>
public class WrongMailboxSpec
{
    [Theory]
    [InlineData(
        "akka.actor.mailbox.bounded-queue-based.mailbox-capacity = -1",
        "akka.actor.mailbox.bounded-queue-based.mailbox-capacity = -1, allowed are whole numbers from 0, 0 for no bound")]
    [InlineData(
        "akka.actor.default-mailbox.mailbox-capacity = many",
        "akka.actor.mailbox.bounded-deque-based.mailbox-capacity = many, allowed are whole numbers from 0, 0 for no bound")]
    [InlineData(
        "akka.instrumentation.mailbox.bounded.mailbox-push-timeout-time = -1s",
        "akka.instrumentation.mailbox.bounded.mailbox-push-timeout-time = -1s, allowed are durations from 0, such as 0s and 10s")]
    [InlineData(
        """akka.actor.deployment { /orders { mailbox = akka.instrumentation.mailbox.unbouded } }""",
        "/orders.mailbox = akka.instrumentation.mailbox.unbouded is unknown, allowed are akka.instrumentation.mailbox.")]
    [InlineData(
        """akka.instrumentation.mailbox.mine.mailbox-type = "AkkaInstrumentation.UnboundedPriorityInstrumentedMailbox, AkkaInstrumentation.Mailbox" """,
        "akka.instrumentation.mailbox.mine.mailbox-type = AkkaInstrumentation.UnboundedPriorityInstrumentedMailbox, AkkaInstrumentation.Mailbox has no generator, allowed are classes that derive from it and override PriorityGenerator")]
    [InlineData(
        """akka.instrumentation.mailbox.mine.mailbox-type = "AkkaInstrumentation.Unbounded, AkkaInstrumentation.Mailbox" """,
        "akka.instrumentation.mailbox.mine.mailbox-type = AkkaInstrumentation.Unbounded, AkkaInstrumentation.Mailbox is no type that can be found, allowed are AkkaInstrumentation.Bounded")]
    [InlineData(
        """akka.instrumentation.mailbox.mine.mailbox-type = "AkkaInstrumentation.UnboundedInstrumentedMailbox" """,
        "akka.instrumentation.mailbox.mine.mailbox-type = AkkaInstrumentation.UnboundedInstrumentedMailbox is no type that can be found, allowed are AkkaInstrumentation.Bounded")]
    [InlineData(
        """akka.instrumentation.mailbox.mine { mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox", inner = "Nobody.Mailbox, Nobody" }""",
        "akka.instrumentation.mailbox.mine.inner = Nobody.Mailbox, Nobody, allowed are mailbox types that are not instrumented themselves, with their assembly")]
    [InlineData(
        """akka.instrumentation.mailbox.mine.mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox" """,
        "akka.instrumentation.mailbox.mine.inner = null, allowed are")]
    [InlineData(
        """
        akka.actor.mailbox.bounded-queue-based {
          mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          inner = "Akka.Dispatch.UnboundedMailbox, Akka"
        }
        """,
        "akka.actor.mailbox.bounded-queue-based, but akka.actor.mailbox.bounded-queue-based.inner = Akka.Dispatch.UnboundedMailbox makes a UnboundedMessageQueue, which is no IBoundedMessageQueueSemantics")]
    [InlineData(
        """
        akka.actor.default-mailbox {
          mailbox-type = "AkkaInstrumentation.BoundedInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          mailbox-capacity = -1
        }
        """,
        "akka.actor.default-mailbox.mailbox-capacity = -1, allowed are whole numbers from 0, 0 for no bound")]
    [InlineData(
        """
        akka.actor.default-mailbox {
          mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          inner = "Nobody.Mailbox, Nobody"
        }
        """,
        "akka.actor.default-mailbox.inner = Nobody.Mailbox, Nobody, allowed are mailbox types")]
    [InlineData(
        "akka.actor.mailbox.bounded-queue-based.mailbox-push-timeout-time = NaN",
        "akka.actor.mailbox.bounded-queue-based.mailbox-push-timeout-time = NaN, allowed are durations from 0, such as 0s and 10s")]
    [InlineData(
        "akka.actor.mailbox.bounded-queue-based.mailbox-push-timeout-time = 1e300",
        "akka.actor.mailbox.bounded-queue-based.mailbox-push-timeout-time = 1e300, allowed are durations from 0, such as 0s and 10s")]
    [InlineData(
        "akka.instrumentation.mailbox.boundd.mailbox-capacity = 5",
        "akka.instrumentation.mailbox.boundd is unknown, the nearest known id is akka.instrumentation.mailbox.bounded")]
    [InlineData(
        "akka.instrumentation.mailbox.mailbox-capacity = 5",
        "akka.instrumentation.mailbox.mailbox-capacity is unknown, the nearest known id is akka.instrumentation.mailbox.")]
    [InlineData(
        "akka.instrumentation.dispatcher.defalt.max-actors = 5",
        "akka.instrumentation.dispatcher.defalt is unknown, the nearest known id is akka.instrumentation.dispatcher.default")]
    [InlineData(
        "akka.instrumentation.mailbox.bounded.mailbdx-capacity = 5",
        "akka.instrumentation.mailbox.bounded.mailbdx-capacity is unknown, the nearest known key is akka.instrumentation.mailbox.bounded.mailbox-capacity")]
    [InlineData(
        "akka.instrumentation.dispatcher.default { troughput = 5, fork-join-executr.parallelism-min = 1 }",
        "akka.instrumentation.dispatcher.default.fork-join-executr is unknown, the nearest known key is akka.instrumentation.dispatcher.default.fork-join-executor")]
    [InlineData(
        "akka.instrumentation.dispatcher.default { troughput = 5 }",
        "akka.instrumentation.dispatcher.default.troughput is unknown, the nearest known key is akka.instrumentation.dispatcher.default.throughput")]
    public void The_system_does_not_start(string hocon, string problem)
    {
        var error = Assert.Throws<ConfigurationException>(() => Start(hocon));

        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_problem_is_reported_at_once()
    {
        var error = Assert.Throws<ConfigurationException>(() => Start(
            """
            akka.instrumentation.mailbox.bounded.mailbox-capacity = -1
            akka.instrumentation.mailbox.bounded-deque-based.mailbox-capacity = -2
            """));

        Assert.Contains("mailbox.bounded.mailbox-capacity = -1", error.Message, StringComparison.Ordinal);
        Assert.Contains("mailbox.bounded-deque-based.mailbox-capacity = -2", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_system_that_does_not_start_is_not_kept()
    {
        var name = $"wrong-{Guid.NewGuid():N}";

        Assert.Throws<ConfigurationException>(() => Start("akka.instrumentation.mailbox.bounded.mailbox-capacity = -1", name));

        Assert.DoesNotContain(ActorSystems.Measured(), system => system.Tags.Name == name);
    }

    [Theory]
    [InlineData("akka.instrumentation.mailbox.bounded.mailbox-capacity = -1",
        "akka.instrumentation.mailbox.bounded.mailbox-capacity = -1, allowed are whole numbers from 0, 0 for no bound")]
    [InlineData("akka.instrumentation.mailbox.bounded.mailbox-push-timeout-time = NaN",
        "akka.instrumentation.mailbox.bounded.mailbox-push-timeout-time = NaN, allowed are durations from 0")]
    [InlineData("akka.instrumentation.mailbox.boundd.mailbox-capacity = 5", "akka.instrumentation.mailbox.boundd is unknown")]
    public void Nor_does_one_that_only_names_the_extension(string hocon, string problem)
    {
        var error = Assert.Throws<ConfigurationException>(() =>
            ActorSystem.Create("wrong-mailbox", ConfigurationFactory.ParseString(hocon).WithFallback(
            """
            akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]
            akka.stdout-loglevel = OFF
            """)));

        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""akka.instrumentation.mailbox.mine { mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox", inner = "Akka.Dispatch.UnboundedMailbox, Akka", its-own = 1 }""")]
    [InlineData("akka.instrumentation.mailbox.bounded { mailbox-capacity = 5, mailbox-push-timeout-time = 0s, stash-capacity = 2 }")]
    [InlineData("akka.instrumentation.dispatcher.default = akka.actor.default-dispatcher")]
    [InlineData("akka.instrumentation.dispatcher.mine { throughput = 5 }")]
    [InlineData("akka.instrumentation.dispatcher.default { executor = fork-join-executor, fork-join-executor.parallelism-min = 1, throughput = 5 }")]
    [InlineData(
        "akka.instrumentation.dispatcher.default { executor = channel-executor, channel-executor.priority = normal, mailbox-requirement = \"\" }")]
    [InlineData("akka.instrumentation.dispatcher.mine { type = \"AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher\", executor = \"My.Executor, My\", its-own = 1 }")]
    public async Task What_Akka_reads_is_no_error(string hocon)
    {
        await using var system = new TestSystem(Start(hocon, $"right-{Guid.NewGuid():N}"[..20]));
        Assert.NotNull(AkkaInstrumentationExtension.For(system.System));
    }

    [Fact]
    public async Task An_actor_with_an_unknown_id_is_not_made()
    {
        await using var system = Systems.WithIds();

        var error = Assert.Throws<ConfigurationException>(() => system.ActorOf(Echo.Props.WithMailbox("akka.instrumentation.mailbox.unbouded")));

        Assert.Contains("akka.instrumentation.mailbox.unbouded", error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_actor_whose_mailbox_has_no_room_is_not_made()
    {
        await using var system = Systems.WithIds(
            """mine { mailbox-type = "AkkaInstrumentation.BoundedInstrumentedMailbox, AkkaInstrumentation.Mailbox", mailbox-capacity = -1 }""");

        var error = Assert.Throws<ConfigurationException>(() => system.ActorOf(Echo.Props.WithMailbox("mine")));

        Assert.Contains("mine.mailbox-capacity = -1, allowed are whole numbers from 0, 0 for no bound", error.ToString(), StringComparison.Ordinal);
    }

    private static ActorSystem Start(string hocon, string name = "wrong-mailbox") => ActorSystem.Create(
        name,
        ConfigurationFactory.ParseString(hocon).WithFallback(AkkaInstrumentationConfig.Defaults).WithFallback("akka.stdout-loglevel = OFF"));
}
