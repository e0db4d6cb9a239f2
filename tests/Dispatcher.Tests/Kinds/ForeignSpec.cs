using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>
/// Dispatchers that somebody wrote. What makes a mailbox run is protected in Akka, so no other dispatcher can be put around one; it runs as it is,
/// with metrics only, unless it makes itself instrumented.
/// </summary>
public class ForeignSpec
{
    private static string Section<T>() =>
        $$"""
        akka.loglevel = WARNING
        {{Kind.Id}} { type = "{{typeof(T).AssemblyQualifiedName}}" }
        """;

    [Fact]
    public async Task Its_actors_their_failures_and_their_waiting_are_measured_but_there_are_no_spans_and_no_processing_time()
    {
        await using var system = Systems.Instrumented(Section<PlainConfigurator>());
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var actor = Kind.ActorOn(system, Failing());

        actor.Tell("fail", ActorRefs.NoSender);
        Assert.Equal("none", await actor.Ask<string>("current?", TimeSpan.FromSeconds(20)));

        Assert.Equal(2, metrics.Sum(AkkaMetricNames.ActorMessages));
        Assert.Equal(2, metrics.Of(AkkaMetricNames.MailboxWaitDuration).Count);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorLive));
        Assert.Empty(spans.Stopped);
        Assert.Empty(metrics.Of(AkkaMetricNames.ActorProcessDuration));

        // the supervisor, whose dispatcher is ours, hears of it
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    [Fact]
    public async Task Of_its_actors_last_messages_only_the_ends_are_unknown_unless_they_failed()
    {
        await using var system = Systems.Instrumented(
            $"{Section<PlainConfigurator>()}\nakka.loglevel = OFF\nakka.instrumentation.rules.kept {{ path = \"/user/**\", last-messages = 4 }}");
        var actor = Kind.ActorOn(system, Handler.Fallible);
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));
        actor.Tell("fail", ActorRefs.NoSender);
        await actor.Ask<int>(2, TimeSpan.FromSeconds(20));

        Assert.Equal(
            [AkkaMessageOutcome.Running, AkkaMessageOutcome.Failed, AkkaMessageOutcome.Unknown],
            system.System.GetInsight().LastMessages(actor.Path.ToStringWithoutAddress())!.Select(message => message.Outcome));
    }

    [Fact]
    public async Task It_is_reported_once_in_the_log()
    {
        await using var system = Systems.Instrumented($"{Section<PlainConfigurator>()}\n{KeptLog.Hocon}");
        using var metrics = new MetricRecorder(system);

        for (var i = 0; i < 3; i++)
        {
            await Kind.ActorOn(system, Echo.Props).Ask<int>(1, TimeSpan.FromSeconds(20));
        }

        var warning = Assert.Single(await KeptLog.Whole(system.System), line => line.Contains("is not instrumented", StringComparison.Ordinal));
        Assert.Contains(nameof(PlainDispatcher), warning, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Infrastructure_on_it_is_no_reason_for_a_warning()
    {
        await using var system = Systems.Instrumented(
            $$"""
            {{KeptLog.Hocon}}
            akka.instrumentation.rules.relays { path = "/user/relay*", kind = infrastructure }
            {{Kind.Id}} { type = "{{typeof(PlainConfigurator).AssemblyQualifiedName}}" }
            """);
        using var metrics = new MetricRecorder(system);
        await system.ActorOf(Echo.Props.WithDispatcher(Kind.Id), "relay").Ask<int>(1, TimeSpan.FromSeconds(20));
        Assert.True(AkkaInstrumentationExtension.For(system.System).Insight.Uninstrumented.Knows(system.System.Dispatchers.Lookup(Kind.Id)));
        Assert.DoesNotContain(await KeptLog.Whole(system.System), warning => warning.Contains("is not instrumented", StringComparison.Ordinal));

        // the first actor that loses something
        await system.ActorOf(Echo.Props.WithDispatcher(Kind.Id), "own").Ask<int>(1, TimeSpan.FromSeconds(20));
        await Eventually.True(() => KeptLog.Of(system.System).Any(warning => warning.Contains("is not instrumented", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_dispatcher_that_makes_the_three_calls_is_fully_instrumented()
    {
        await using var system = Systems.Instrumented(Section<CallingConfigurator>() + "\nakka.loglevel = OFF");
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var actor = Kind.ActorOn(system, Failing());

        actor.Tell("fail", ActorRefs.NoSender);
        Assert.Equal("Handler/String", await actor.Ask<string>("current?", TimeSpan.FromSeconds(20)));

        var stopped = await spans.WaitForStopped(2);
        Assert.Equal(["now and then", null], stopped.Select(span => span.StatusDescription));
        Assert.Equal(2, metrics.Of(AkkaMetricNames.ActorProcessDuration).Count);
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorRestarts));
    }

    private static Props Failing() => Handler.Props((context, message) =>
    {
        if (message is "fail")
        {
            throw new InvalidOperationException("now and then");
        }

        context.Sender.Tell(Activity.Current is { } current && current.IsOfMessage() ? current.DisplayName : "none");
    });

    public sealed class CallingDispatcher(MessageDispatcherConfigurator configurator) : MessageDispatcher(configurator)
    {
        public override void Attach(ActorCell cell)
        {
            DispatcherInstrumentation.Attach(cell);
            base.Attach(cell);
        }

        public override void SystemDispatch(ActorCell cell, SystemMessage message)
        {
            DispatcherInstrumentation.SystemDispatch(cell, message);
            base.SystemDispatch(cell, message);
        }

        protected override void ExecuteTask(IRunnable run) =>
            ThreadPool.UnsafeQueueUserWorkItem(DispatcherInstrumentation.ExecuteTask(run), preferLocal: false);

        protected override void Shutdown() { }
    }

    public sealed class CallingConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : MessageDispatcherConfigurator(config, prerequisites)
    {
        public override MessageDispatcher Dispatcher() => new CallingDispatcher(this);
    }
}
