namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>Real systems in which the actor, node or thread that suffers is not the one to blame.</summary>
public class OneStepFurtherSpec
{
    private const string Quick = """
        akka.instrumentation.pressure { growing-for = 100ms, min-depth = 20 }
        akka.instrumentation.blocking.threshold = 100ms
        alone { type = PinnedDispatcher }
        """;

    private const string There = "akka.tcp://shop@there:1";
    private const string Here = "akka.tcp://shop@here:1";

    private static readonly AkkaHealthCheckOptions Options = new() { DegradedMessageAge = TimeSpan.FromMilliseconds(100) };

    [Fact]
    public async Task Of_a_chain_of_actors_that_await_each_other_the_last_one_is_named()
    {
        await using var system = Systems.Instrumented(Quick.Replace("100ms\nalone", "60s\nalone", StringComparison.Ordinal));
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var bureau = system.ActorOf(Props.Create(() => new Bureau()), "bureau");
        var fraud = system.ActorOf(Props.Create(() => new Fraud(bureau)), "fraud");
        var risk = system.ActorOf(Props.Create(() => new Risk(fraud)), "risk");
        var checkout = system.ActorOf(Props.Create(() => new Checkout(risk)), "checkout");
        checkout.TellNumbers(1_000);

        await Eventually.Passes(() =>
        {
            var causes = Read(system).Causes;
            var text = string.Join('\n', causes.Select(cause => $"{cause} {cause.Subject} {string.Join("; ", cause.Evidence)}"));
            Assert.True(causes.Count > 0 && causes[0].ActorType == "OneStepFurtherSpec.Bureau", text);
            Assert.Equal("/user/bureau", causes[0].Subject);
            Assert.Contains("OneStepFurtherSpec.Checkout", causes[0].Description, StringComparison.Ordinal);
            Assert.Contains("OneStepFurtherSpec.Checkout waits for OneStepFurtherSpec.Risk, that for OneStepFurtherSpec.Fraud, "
                + "that for OneStepFurtherSpec.Bureau", causes[0].Evidence);
        });
    }

    /// <summary>In a local actor system, where no Ask is measured.</summary>
    [Fact]
    public async Task One_that_takes_a_question_and_does_not_answer_is_named_and_not_the_one_that_awaits()
    {
        await using var system = Systems.Instrumented(Quick.Replace("100ms\nalone", "60s\nalone", StringComparison.Ordinal));
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var silent = system.ActorOf(Props.Create(() => new Silent()), "silent");
        system.ActorOf(Props.Create(() => new Risk(silent)), "risk").TellNumbers(30);

        await Eventually.Passes(() =>
        {
            var causes = Read(system).Causes;
            var text = string.Join('\n', causes.Select(cause => $"{cause} {cause.Subject} {string.Join("; ", cause.Evidence)}"));
            Assert.True(causes.Count > 0 && causes[0].Subject == "/user/silent", text);
            Assert.StartsWith("OneStepFurtherSpec.Silent holds up OneStepFurtherSpec.Risk: it has not answered Int32 for ",
                causes[0].Description, StringComparison.Ordinal);
            Assert.Equal((AkkaCertainty.Likely, "OneStepFurtherSpec.Silent"), (causes[0].Certainty, causes[0].ActorType));
            Assert.Contains(causes[0].Evidence, evidence => evidence.StartsWith(
                "1 Int32 from OneStepFurtherSpec.Risk to /user/silent has no answer yet, the oldest for ", StringComparison.Ordinal));
        });
    }

    [Fact]
    public async Task Two_that_await_each_other_are_a_circle_before_a_time_out_comes()
    {
        await using var system = Systems.Instrumented(Quick.Replace("100ms\nalone", "60s\nalone", StringComparison.Ordinal));
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var left = system.ActorOf(Props.Create(() => new Left()), "left");
        var right = system.ActorOf(Props.Create(() => new Right()), "right");
        left.Tell(right);
        right.Tell(left);
        left.TellNumbers(30);
        right.TellNumbers(30);

        await Eventually.Passes(() =>
        {
            var causes = Read(system).Causes;
            Assert.NotEmpty(causes);
            Assert.Equal((AkkaCauseKinds.AskCircle, AkkaCertainty.Certain), (causes[0].Kind, causes[0].Certainty));
            Assert.Equal("OneStepFurtherSpec.Left and OneStepFurtherSpec.Right ask each other, and each waits.", causes[0].Description);
            Assert.Equal(2, causes[0].Evidence.Count);
        });
    }

    [Fact]
    public async Task One_that_is_restarted_because_it_escalates_is_not_named_without_the_child_that_fails()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var fleet = Supervising.Props(new OneForOneStrategy(_ => Directive.Escalate), Handler.Fallible);
        var site = system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => Directive.Restart), fleet), "site");
        for (var failures = 1; failures <= 12; failures++)
        {
            site.Tell("fail");
            var (path, count) = ("/user/site/child-0", failures);
            await Eventually.True(() => system.Extension.Restarts.Read().Any(one => one.Latest.Path == path && one.Total >= count));
        }

        var cause = Read(system).Causes[0];
        Assert.Equal(("restart_loop", "Handler", "/user/site/child-0/child-0"), (cause.Kind, cause.ActorType, cause.Subject));
        Assert.StartsWith("Supervising restarts again and again, because it escalates the failures of Handler: System.InvalidOperationException",
            cause.Description, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Messages_of_a_timer_are_not_attributed_to_code_outside_of_actors()
    {
        using var hold = new Hold();
        await using var system = Systems.Instrumented(Quick);
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var ticked = system.ActorOf((_, _) => { }, "ticked");
        var held = system.ActorOf((_, _) => { }, "held");
        await hold.EnterAt(held);
        var gone = system.ActorOf(Echo.Props, "gone");
        await Eventually.Within(gone.GracefulStop(TimeSpan.FromSeconds(60)));
        system.System.Scheduler.ScheduleTellRepeatedly(1, 1, gone, "tick", ActorRefs.NoSender);
        foreach (var actor in new[] { ticked, held })
        {
            system.System.Scheduler.ScheduleTellRepeatedly(1, 1, actor, "tick", ActorRefs.NoSender);
        }

        await Eventually.Passes(() =>
        {
            var growing = Assert.Single(SystemFindings.Read(system.Extension, Options, Now()).Growing.Worst);
            Assert.StartsWith("a timer ", growing.Senders, StringComparison.Ordinal);
            system.Extension.Insight.FlowHistory.Sample(Now());
            Assert.Contains(system.Extension.Insight.FlowHistory.Last(60, Now()).Flows, flow => (flow.SenderType, flow.MessageType) == ("_timer",
                "String"));
            Assert.Contains(Read(system).Causes, cause => cause.Description.StartsWith("A timer sends String to /user/gone",
                StringComparison.Ordinal));
        });
        hold.Release();
    }

    [Fact]
    public async Task A_restart_loop_has_ended_when_its_actor_has_stopped_and_begins_with_its_exception()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var failing = Handler.Props((_, message) => Fail.If(message is "fail"));
        var parent = system.ActorOf(Supervising.Props(new OneForOneStrategy(5, Timeout.InfiniteTimeSpan, _ => Directive.Restart), failing), "parent");
        var child = await parent.Ask<IActorRef>("child", TimeSpan.FromSeconds(60));
        parent.TellTimes(4, "fail");

        await Eventually.Passes(() =>
        {
            var cause = Assert.Single(Read(system).Causes);
            Assert.Equal("restart_loop", cause.Kind);
            Assert.StartsWith("Handler restarts again and again: System.InvalidOperationException", cause.Description, StringComparison.Ordinal);
        });

        var stopped = child.WatchAsync();
        parent.TellTimes(5, "fail");
        await Eventually.Within(stopped);
        await Eventually.Equal(0, () => SystemFindings.Read(system.Extension, Options, Now()).Restarting.Count, TimeSpan.FromSeconds(20));
        Assert.DoesNotContain(Read(system).Causes, cause => cause.Kind == "restart_loop");
    }

    [Fact]
    public async Task A_pinned_actor_that_blocks_is_not_advised_a_dispatcher_of_its_own()
    {
        using var hold = new Hold();
        await using var system = Systems.Instrumented(Quick);
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        await hold.EnterAt(system.ActorOf(Handler.Props((_, _) => { }).WithDispatcher("alone"), "pinned"));
        await Eventually.Passes(() =>
        {
            var cause = Assert.Single(Read(system).Causes);
            Assert.Equal("blocked_thread", cause.Kind);
            Assert.DoesNotContain("dispatcher of their own", cause.NextStep, StringComparison.Ordinal);
        });
        hold.Release();
    }

    [Fact]
    public async Task A_lost_node_is_no_trouble_any_more_when_it_is_back()
    {
        await using var system = Systems.Instrumented();
        system.Extension.Insight.NodeLosses.Add(new(There), Now());
        system.Extension.Insight.Nodes = new Nodes([Member(Here)]);
        Assert.Equal(There, Assert.Single(SystemFindings.Read(system.Extension, Options, Now()).LostNodes.Worst).Latest.Address);

        system.Extension.Insight.Nodes = new Nodes([Member(Here), Member(There, "joining")]);
        Assert.Equal(1, SystemFindings.Read(system.Extension, Options, Now()).LostNodes.Count);
        system.Extension.Insight.Nodes = new Nodes([Member(Here), Member(There)]);
        Assert.Equal(0, SystemFindings.Read(system.Extension, Options, Now()).LostNodes.Count);
        Assert.Empty(Read(system).Causes);
    }

    [Fact]
    public async Task Where_most_other_nodes_are_away_this_node_is_the_cause_and_its_health_says_so()
    {
        await using var system = Systems.Instrumented();
        string[] others = ["akka.tcp://shop@b:1", "akka.tcp://shop@c:1"];
        system.Extension.Insight.Nodes = new Nodes([Member(Here), .. others.Select(other => Member(other, isReachable: false))]);

        var cause = Assert.Single(Read(system).Causes);
        Assert.Equal((AkkaCertainty.Likely, Here), (cause.Certainty, cause.Subject));
        Assert.StartsWith("This node is cut off", cause.Description, StringComparison.Ordinal);
        Assert.All(others, other => Assert.Contains(cause.Evidence, text => text.Contains(other, StringComparison.Ordinal)));
        var found = SystemFindings.Read(system.Extension, Options, Now());
        var trouble = Assert.Single(SystemHealth.From(found, Options).Troubles);
        Assert.Equal(("cut_off", Here, HealthLevel.Degraded), (trouble.Kind, trouble.Path, trouble.Level));

        // One that is away among several is not this node's fault.
        system.Extension.Insight.Nodes = new Nodes([Member(Here), Member(others[0]), Member(others[1], isReachable: false)]);
        Assert.Equal($"{others[1]} cannot be reached.", Assert.Single(Read(system).Causes).Description);
    }

    private static ClusterMember Member(string address, string status = "up", bool isReachable = true) =>
        new(address, status, [], "1", 1, IsLeader: false, isReachable);

    private static AkkaDiagnosis Read(TestSystem system) =>
        AkkaDiagnosis.Read(system.Extension, SystemFindings.Read(system.Extension, Options, Now()), Now());

    private static long Now() => Stopwatch.GetTimestamp();

    private sealed class Nodes(IReadOnlyList<ClusterMember> members) : IClusterNodes
    {
        public ClusterReport Read() => new(Here, members);

        public IReadOnlyList<NodeAnswer> Ask(string question) => [];
    }

    private abstract class Asks : ReceiveActor
    {
        protected Asks(IActorRef next) => ReceiveAsync<int>(async number =>
        {
            var sender = Sender;
            var answer = await next.Ask<int>(number, Timeout.InfiniteTimeSpan);
            if (!sender.IsNobody())
            {
                sender.Tell(answer);
            }
        });
    }

    // Each asks the other, and awaits.
    private abstract class AsksBack : ReceiveActor
    {
        private IActorRef _other = ActorRefs.Nobody;

        protected AsksBack()
        {
            Receive<IActorRef>(other => _other = other);
            ReceiveAsync<int>(async number => await _other.Ask<int>(number, Timeout.InfiniteTimeSpan));
        }
    }

    private sealed class Left : AsksBack;

    private sealed class Right : AsksBack;

    // It forgets to answer.
    private sealed class Silent : ReceiveActor
    {
        public Silent() => Receive<int>(_ => { });
    }

    private sealed class Checkout(IActorRef next) : Asks(next);

    private sealed class Risk(IActorRef next) : Asks(next);

    private sealed class Fraud(IActorRef next) : Asks(next);

    // It works for most of the time of all others.
    private sealed class Bureau : ReceiveActor
    {
        public Bureau() => Receive<int>(number =>
        {
            Thread.Sleep(100);
            Sender.Tell(number);
        });
    }
}
