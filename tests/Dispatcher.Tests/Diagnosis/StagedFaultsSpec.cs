namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>Real systems with a fault that is known: the diagnosis has it as its first or second cause, with the actor that is to blame.</summary>
public class StagedFaultsSpec
{
    private const string Quick = """
        akka.instrumentation.pressure { growing-for = 100ms, min-depth = 20 }
        few { type = ForkJoinDispatcher, throughput = 1, dedicated-thread-pool.thread-count = 2 }
        small { mailbox-type = "Akka.Dispatch.BoundedMailbox", mailbox-capacity = 5, mailbox-push-timeout-time = 0s }
        """;

    // Only where handlers really block: on a busy machine any handler may take so long.
    private const string QuickBlocking = "akka.instrumentation.blocking.threshold = 50ms";

    private static readonly Task Never = new TaskCompletionSource().Task;
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(20);

    // Old messages are those of a tenth of a second, so that no test waits for half a minute.
    private static readonly AkkaHealthCheckOptions Options = new() { DegradedMessageAge = TimeSpan.FromMilliseconds(100) };

    [Fact]
    public Task A_handler_that_blocks_its_thread() => Diagnosed("blocked-thread", "Handler", "/user/holds", async (system, hold) =>
    {
        var actor = system.ActorOf((_, _) => hold.Pass(), "holds");
        actor.TellNumbers(30);
        await hold.Entered;
    }, QuickBlocking);

    [Fact]
    public Task A_dispatcher_whose_threads_are_blocked() => Diagnosed("starved-dispatcher", "Echo", "/user/waits", async (system, hold) =>
    {
        for (var i = 0; i < 2; i++)
        {
            system.ActorOf(Handler.Props((_, _) => hold.Pass()).WithDispatcher("few"), $"holds-{i}").TellNumbers(1);
        }

        await Eventually.Equal(2, () => SystemFindings.Read(Extension(system), Options, Now()).Blocking.Count);
        system.ActorOf(Echo.Props.WithDispatcher("few"), "waits").TellNumbers(30);
    }, QuickBlocking);

    [Fact]
    public Task A_dispatcher_whose_threads_are_taken_for_moments_so_that_no_handler_blocks_and_no_message_is_old() =>
        Diagnosed("starved-dispatcher", "", "", system =>
    {
        var worker = Props.Create(() => new Worker()).WithDispatcher("few");
        Array.ForEach([.. Enumerable.Range(0, 200).Select(_ => system.ActorOf(worker))], actor => actor.TellNumbers(3));
    }, options: new() { DegradedStarvedSeconds = 1 });

    [Fact]
    public Task A_pool_with_one_slow_routee() => Diagnosed("slow-routee", "StagedFaultsSpec.Routee", "/user/pool/$c", system =>
        system.ActorOf(Props.Create(() => new Routee()).WithRouter(new Akka.Routing.RoundRobinPool(5)), "pool").TellNumbers(500));

    [Fact]
    public Task A_rush_whose_handler_awaits_for_a_moment_each_time() =>
        Diagnosed("overload", "StagedFaultsSpec.Waiter", "/user/printer", system =>
        system.ActorOf(Props.Create(() => new Waiter(4)), "printer").TellNumbers(5_000));

    [Fact]
    public Task Messages_that_code_gives_up() => Diagnosed("given-up", "Echo", "/user/echo", system =>
    {
        var echo = system.ActorOf(Echo.Props, "echo");
        for (var i = 0; i < 12; i++)
        {
            system.System.EventStream.Publish(new Dropped(i, "no room", echo));
        }
    });

    [Fact]
    public Task What_follows_a_handler_that_has_blocked() => Diagnosed("blocked-thread-ended", "Handler", "/user/holds", async (system, hold) =>
    {
        var actor = system.ActorOf((_, _) => hold.Pass(), "holds");
        actor.TellNumbers(1);
        await Eventually.Equal(1, () => SystemFindings.Read(Extension(system), Options, Now()).Blocking.Count);
        hold.Release();
        var gone = system.ActorOf(Echo.Props, "gone");
        await Eventually.Within(gone.GracefulStop(TimeSpan.FromSeconds(20)));
        gone.TellNumbers(12);
    }, QuickBlocking);

    [Fact]
    public Task A_handler_that_awaits_an_answer_which_does_not_come() =>
        Diagnosed("awaiting", "StagedFaultsSpec.Waiter", "/user/waits", system =>
        system.ActorOf(Props.Create(() => new Waiter(Never)), "waits").TellNumbers(30));

    [Fact]
    public Task A_handler_that_awaits_for_ever_with_nothing_behind_it() =>
        Diagnosed("awaiting", "StagedFaultsSpec.Waiter", "/user/waits", system =>
        system.ActorOf(Props.Create(() => new Waiter(Never)), "waits").TellNumbers(1),
            options: new() { DegradedAwaitingTime = TimeSpan.FromMilliseconds(100) });

    [Fact]
    public Task An_actor_that_awaits_another_one_which_is_slow() => Diagnosed("awaiting", "StagedFaultsSpec.Gateway", "/user/gateway", system =>
    {
        var slow = system.ActorOf(Props.Create(() => new Waiter(Never)), "slow");
        system.ActorOf(Props.Create(() => new Gateway(slow, Timeout.InfiniteTimeSpan)), "gateway").TellNumbers(30);
    });

    [Fact]
    public Task An_actor_that_restarts_at_each_message() => Diagnosed("restart-loop", "Handler", "/user/fails", system =>
        system.ActorOf((_, _) => throw new InvalidOperationException(), "fails").TellNumbers(12));

    [Fact]
    public Task A_message_that_an_actor_sends_itself_again_and_that_fails_again() =>
        Diagnosed("poison-message", "StagedFaultsSpec.Again", "/user/again", system =>
        system.ActorOf(Props.Create(() => new Again()), "again").TellNumbers(1));

    [Fact]
    public Task One_of_ten_workers_that_gets_nearly_everything() => Diagnosed("hot-actor", "StagedFaultsSpec.Worker", "/user/worker-3", system =>
    {
        var workers = Enumerable.Range(0, 10).Select(i => system.ActorOf(Props.Create(() => new Worker()), $"worker-{i}")).ToList();
        Array.ForEach([.. workers], worker => worker.TellNumbers(1));
        workers[3].TellNumbers(3_000);
    });

    [Fact]
    public Task An_actor_that_gets_more_than_it_can_handle() => Diagnosed("overload", "StagedFaultsSpec.Worker", "/user/slow", system =>
        system.ActorOf(Props.Create(() => new Worker()), "slow").TellNumbers(5_000));

    [Fact]
    public Task A_bounded_mailbox_that_is_full() => Diagnosed("full-mailbox", "StagedFaultsSpec.Worker", "/user/small", system =>
        system.ActorOf(Props.Create(() => new Worker()).WithMailbox("small"), "small").TellNumbers(500));

    [Fact]
    public Task Answers_that_come_when_the_asker_has_given_up() => Diagnosed("ask-timeout", "StagedFaultsSpec.Late", "", async (system, _) =>
    {
        var late = system.ActorOf(Props.Create(() => new Late()));
        await Task.WhenAll(Enumerable.Range(0, 12).Select(i => Assert.ThrowsAsync<AskTimeoutException>(() => late.Ask<int>(i, Short))));
        late.Tell("answer", ActorRefs.NoSender);
    });

    [Fact]
    public Task A_chain_of_questions_that_times_out_inside_an_actor() => Diagnosed("ask-timeout", "", "/user/gateway", system =>
    {
        var silent = system.ActorOf((_, _) => { });
        system.ActorOf(Props.Create(() => new Gateway(silent, Short)), "gateway").TellNumbers(12);
    });

    [Fact]
    public Task Handlers_that_fail_and_go_on() => Diagnosed("failing", "Handler", "/user/parent/child-0", system =>
    {
        var failing = Handler.Props((_, _) => throw new InvalidOperationException());
        system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => Directive.Resume), failing), "parent").TellNumbers(12);
    });

    [Fact]
    public Task Messages_to_an_actor_that_has_stopped() => Diagnosed("missing-receiver", "", "/user/gone", async (system, _) =>
    {
        var gone = system.ActorOf(Echo.Props, "gone");
        await Eventually.Within(gone.GracefulStop(TimeSpan.FromSeconds(20)));
        gone.TellNumbers(12);
    });

    [Fact]
    public Task Messages_that_the_receiver_does_not_know() => Diagnosed("unhandled", "StagedFaultsSpec.Late", "/user/deaf", system =>
    {
        var deaf = system.ActorOf(Props.Create(() => new Late()), "deaf");
        deaf.TellTimes(12, 1.5);
    });

    /// <summary>A path that is shown is cut after the last #, and long ones are cut.</summary>
    [Fact]
    public async Task Two_actors_in_trouble_whose_paths_look_alike()
    {
        using var hold = new Hold();
        await using var system = Systems.Instrumented(Quick);
        var actors = Array.ConvertAll(
            ["https://x/a#1", "https://x/a#2"], address => system.ActorOf((_, _) => hold.Pass(), Uri.EscapeDataString(address)));

        await Eventually.Passes(() =>
        {
            Array.ForEach(actors, actor => actor.TellNumbers(50));
            var found = SystemFindings.Read(Extension(system), Options, Now());
            Assert.Equal(2, found.Growing.Worst.Count(actor => actor.Path == "/user/https://x/a"));
            Assert.NotEmpty(AkkaDiagnosis.Read(Extension(system), found, Now()).Causes);
        });
        hold.Release();
    }

    [Fact]
    public async Task Where_nothing_is_wrong_the_answer_has_the_slowest_flow()
    {
        await using var system = Systems.Instrumented();
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        system.ActorOf((_, _) => { }).TellNumbers(20);
        await Eventually.Passes(() =>
        {
            var diagnosis = AkkaDiagnosis.Read(system.System);
            Assert.Empty(diagnosis.Causes);
            Assert.StartsWith("Nothing is wrong. The slowest flow of the last minute: Handler took ", diagnosis.Summary, StringComparison.Ordinal);
            Assert.Contains(" Int32 a second from code outside of actors, wait", diagnosis.Summary, StringComparison.Ordinal);
        });
    }

    private static Task Diagnosed(string kind, string actor, string path, Action<TestSystem> stage, AkkaHealthCheckOptions? options = null) =>
        Diagnosed(kind, actor, path, (system, _) =>
        {
            stage(system);
            return Task.CompletedTask;
        }, options: options);

    private static async Task Diagnosed(string kind, string actor, string path, Func<TestSystem, Hold, Task> stage, string more =
        "", AkkaHealthCheckOptions? options = null)
    {
        using var hold = new Hold();
        await using var system = Systems.Instrumented($"{Quick}\n{more}");
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        await stage(system, hold);
        await Eventually.Passes(() =>
        {
            var diagnosis = Diagnose(system, options ?? Options);
            var text = string.Join('\n', diagnosis.Causes.Select(cause => $"{cause} {cause.Path} {string.Join("; ", cause.Evidence)}"));
            var found = diagnosis.Causes.Take(2).FirstOrDefault(cause => cause.Kind == kind);
            Assert.True(found is not null, $"{kind} is not among the first two:\n{text}");
            Assert.True(actor.Length == 0 || found.Actor == actor, text);
            Assert.True(found.Path == path, text);
            Assert.NotEmpty(found.Evidence);
            Assert.NotEmpty(found.Next);
        });
        hold.Release();
    }

    private static AkkaDiagnosis Diagnose(TestSystem system, AkkaHealthCheckOptions options) =>
        AkkaDiagnosis.Read(Extension(system), SystemFindings.Read(Extension(system), options, Now()), Now());

    private static long Now() => System.Diagnostics.Stopwatch.GetTimestamp();

    private static AkkaInstrumentationExtension Extension(TestSystem system) => AkkaInstrumentationExtension.For(system.System);

    private sealed class Waiter : ReceiveActor
    {
        public Waiter(Task until) => ReceiveAsync<int>(async _ => await until);

        public Waiter(int milliseconds) => ReceiveAsync<int>(async _ => await Task.Delay(milliseconds));
    }

    private sealed class Routee : ReceiveActor
    {
        public Routee() => Receive<int>(_ => Thread.Sleep(Self.Path.Name == "$c" ? 40 : 0));
    }

    private sealed class Gateway : ReceiveActor
    {
        public Gateway(IActorRef other, TimeSpan timeout) => ReceiveAsync<int>(async number => await other.Ask<int>(number, timeout));
    }

    private sealed class Again : ReceiveActor
    {
        public Again() => Receive<int>(_ => throw new InvalidOperationException());

        protected override void PreRestart(Exception reason, object message) => Self.Tell(message);
    }

    // So slow that a few hundred messages are a queue, and never so long that it blocks.
    private sealed class Worker : ReceiveActor
    {
        public Worker() => Receive<int>(_ => Thread.Sleep(5));
    }

    private sealed class Late : ReceiveActor
    {
        private readonly List<IActorRef> _askers = [];

        public Late()
        {
            Receive<int>(_ => _askers.Add(Sender));
            Receive<string>(_ => _askers.ForEach(asker => asker.Tell(1)));
        }
    }
}
