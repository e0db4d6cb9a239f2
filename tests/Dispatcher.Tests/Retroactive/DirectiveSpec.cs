namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>What the supervisor did about a failure is known to the failed message's span and to the count.</summary>
[Collection(Alone.Name)]
public class DirectiveSpec
{
    private const string Silent = "akka.loglevel = OFF";

    private sealed class Boom : Exception;

    private sealed class Stillborn : ReceiveActor
    {
        public Stillborn() => throw new Boom();
    }

    [Theory]
    [InlineData(Directive.Resume, "resume")]
    [InlineData(Directive.Restart, "restart")]
    [InlineData(Directive.Stop, "stop")]
    [InlineData(Directive.Escalate, "escalate")]
    public async Task Each_directive_is_on_the_span_and_on_the_count(Directive directive, string expected)
    {
        await using var system = Systems.Instrumented(Silent).Measured(out var metrics);
        var parent = system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => directive), Failing));

        var flow = await system.System.TrackAsync(() => parent.Tell("fail", ActorRefs.NoSender));

        Assert.Equal($"Supervising <- String\n  Handler <- String  ! {typeof(Boom).FullName}, {expected}", flow.ToOutline());
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.SupervisionDirective, expected),
            (AkkaSpanAttributes.ErrorType, typeof(Boom).FullName)));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    [Fact]
    public async Task A_child_that_cannot_start_has_failed_and_not_the_supervisor_that_escalates_that()
    {
        await using var system = Systems.Instrumented(Silent).Measured(out var metrics);
        var escalates = Supervising.Props(new OneForOneStrategy(_ => Directive.Escalate), Props.Create(() => new Stillborn()));
        var top = system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => Directive.Stop), escalates));
        var child = await top.Ask<IActorRef>("child", TimeSpan.FromSeconds(60));

        await child.WatchAsync();

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "DirectiveSpec.Stillborn")));
    }

    [Fact]
    public async Task A_restart_that_is_no_longer_permitted_is_a_stop()
    {
        await using var system = Systems.Instrumented(Silent);
        var parent = system.ActorOf(Supervising.Props(new OneForOneStrategy(1, TimeSpan.FromMinutes(10), _ => Directive.Restart), Failing));

        var flow = await system.System.TrackAsync(() =>
        {
            parent.Tell("fail", ActorRefs.NoSender);
            parent.Tell("fail", ActorRefs.NoSender);
        });

        Assert.Equal(["restart", "stop"], flow.Failures.Select(failed => failed.Failure!.Directive));
    }

    [Fact]
    public async Task All_for_one_is_the_failed_childs_directive_alone()
    {
        await using var system = Systems.Instrumented(Silent).Measured(out var metrics);
        var parent = system.ActorOf(Supervising.Props(new AllForOneStrategy(_ => Directive.Restart), Failing, children: 3));

        var flow = await system.System.TrackAsync(() => parent.Tell("fail", ActorRefs.NoSender));

        Assert.Equal("restart", Assert.Single(flow.Failures).Failure!.Directive);
        Assert.Equal(3, metrics.Sum(AkkaMetricNames.ActorRestarts));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    [Fact]
    public async Task A_supervisor_that_fails_to_decide_leaves_it_open()
    {
        await using var system = Systems.Instrumented(Silent);
        var parent = system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => throw new InvalidOperationException("undecided")), Failing));

        var flow = await system.System.TrackAsync(() => parent.Tell("fail", ActorRefs.NoSender));

        Assert.Null(flow.MessageAt("Handler").Failure!.Directive);
    }

    [Fact]
    public async Task The_span_ends_with_the_handler_and_not_with_the_decision()
    {
        await using var system = Systems.Instrumented(Silent);
        using var spans = SpanRecorder.WithRoot(out _);
        using var deciding = new Hold();
        var parent = system.ActorOf(Supervising.Props(Deciding(deciding, Directive.Stop), Failing));

        parent.Tell("fail", ActorRefs.NoSender);
        await deciding.Entered;
        var child = Assert.Single(spans.Open, span => span.DisplayName == "Handler/String");
        await Eventually.True(() => child.Duration > TimeSpan.Zero);
        var duration = child.Duration;
        deciding.Release();

        await Eventually.True(() => child.IsStopped);
        Assert.Equal(duration, child.Duration);
        Assert.Equal("stop", child.GetTagItem(AkkaSpanAttributes.SupervisionDirective));
    }

    [Fact]
    public async Task A_system_that_ends_before_the_supervisor_has_decided_leaves_no_span_open()
    {
        using var spans = SpanRecorder.WithRoot(out var root);
        using var deciding = new Hold();
        await using (var system = Systems.Instrumented(Silent))
        {
            var parent = system.ActorOf(Supervising.Props(Deciding(deciding, Directive.Resume), Failing));
            parent.Tell("fail", ActorRefs.NoSender);
            await deciding.Entered;
            var end = system.System.Terminate();
            deciding.Release();
            await Eventually.Within(end);
        }

        root.Stop();
        await Eventually.Equal(0, () => spans.Open.Count);
    }

    /// <summary>The supervisor's answer, and with it the next run, races the end of the run that failed.</summary>
    [Theory]
    [InlineData(Directive.Resume, "resume")]
    [InlineData(Directive.Restart, "restart")]
    public async Task However_fast_the_supervisor_answers_each_span_is_stopped_once_with_its_directive(Directive directive, string expected)
    {
        const int Messages = 10_000;
        using var patience = new Patience();
        await using var system = Systems.Instrumented($"{Silent}\nakka.actor.default-dispatcher.throughput = 1");
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var wrong = 0;
        var failing = Handler.Props((_, message) =>
        {
            if (Activity.Current?.GetTagItem(AkkaSpanAttributes.ActorPath) is not string path || !path.EndsWith("child-0", StringComparison.Ordinal))
            {
                Interlocked.Increment(ref wrong);
            }

            if (message is int number && number % 2 == 0)
            {
                throw new Boom();
            }
        });
        var strategy = new OneForOneStrategy(-1, -1, _ => directive, loggingEnabled: false);
        var parents = Enumerable.Range(0, 4).Select(i => system.ActorOf(Supervising.Props(strategy, failing), $"{name}-{i}")).ToList();

        for (var i = 0; i < Messages; i++)
        {
            parents[i / 2 % 4].Tell(i, ActorRefs.NoSender);
        }

        await Eventually.Equal(2 * Messages, () => spans.Stopped.Count, TimeSpan.FromSeconds(60));
        await Eventually.Equal(0, () => spans.Open.Count);
        Assert.Equal(2 * Messages, spans.Stopped.Distinct().Count());
        Assert.Equal(0, wrong);
        Assert.Equal(
            Messages / 2,
            spans.Stopped.Count(span => span.Status == ActivityStatusCode.Error
                && Equals(span.GetTagItem(AkkaSpanAttributes.SupervisionDirective), expected)));
        Assert.Equal(Messages / 2, spans.Stopped.Count(span => span.Status == ActivityStatusCode.Error));
        Assert.Equal(Messages / 2, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.SupervisionDirective, expected)));
        Assert.Equal(Messages / 2, metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    // On a slow machine a decision may take longer than a span waits for it.
    private sealed class Patience : IDisposable
    {
        private readonly TimeSpan _before = PendingFailure.LongestWait;

        public Patience() => PendingFailure.LongestWait = TimeSpan.FromMinutes(1);

        public void Dispose() => PendingFailure.LongestWait = _before;
    }

    private static Props Failing => Handler.Props((_, _) => throw new Boom());

    // it does not decide before the test lets it
    private static OneForOneStrategy Deciding(Hold hold, Directive directive) => new(_ =>
    {
        hold.Pass();
        return directive;
    });
}
