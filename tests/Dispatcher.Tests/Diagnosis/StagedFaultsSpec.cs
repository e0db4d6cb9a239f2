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

    // So slow that a few hundred messages are a queue, and never so long that it blocks.
    private static readonly Props Worker = Handler.Props((_, _) => Thread.Sleep(5));

    private static readonly Props Endless = AsyncHandler.Props((_, _) => new TaskCompletionSource().Task);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(20);

    // Old messages are those of a tenth of a second, so that no test waits for half a minute.
    private static readonly AkkaHealthCheckOptions Options = new() { DegradedMessageAge = TimeSpan.FromMilliseconds(100) };

    private static readonly Dictionary<string, Fault> Faults = new()
    {
        ["a handler that blocks its thread"] = new("blocked_thread", "Handler", "/user/holds", async (system, hold) =>
        {
            system.ActorOf((_, _) => hold.Pass(), "holds").TellNumbers(30);
            await hold.Entered;
        }) { Hocon = QuickBlocking },
        ["a dispatcher whose threads are blocked"] = new("starved_dispatcher", "Echo", "/user/waits", async (system, hold) =>
        {
            for (var i = 0; i < 2; i++)
            {
                system.ActorOf(Handler.Props((_, _) => hold.Pass()).WithDispatcher("few"), $"holds-{i}").TellNumbers(1);
            }

            await Eventually.Equal(2, () => SystemFindings.Read(Extension(system), Options, Now()).Blocking.Count);
            system.ActorOf(Echo.Props.WithDispatcher("few"), "waits").TellNumbers(30);
        }) { Hocon = QuickBlocking },
        ["a dispatcher whose threads are taken for moments, so that no handler blocks and no message is old"] = new("starved_dispatcher", "", "",
            (system, hold) =>
            {
                // They go on until the test has seen it: on a busy machine they are ready sooner than they are started.
                var busy = Handler.Props((context, message) =>
                {
                    Thread.Sleep(5);
                    if (!hold.IsReleased)
                    {
                        context.Self.Tell(message, ActorRefs.NoSender);
                    }
                });
                for (var i = 0; i < 200; i++)
                {
                    system.ActorOf(busy.WithDispatcher("few")).TellNumbers(1);
                }

                return Task.CompletedTask;
            }) { Options = new() { DegradedStarvedTime = TimeSpan.FromSeconds(1), DegradedMessageAge = Timeout.InfiniteTimeSpan } },
        ["a pool with one slow routee"] = new("slow_routee", "Handler", "/user/pool/$c", system =>
        {
            var routee = Handler.Props((context, _) => Thread.Sleep(context.Self.Path.Name == "$c" ? 40 : 0));
            system.ActorOf(routee.WithRouter(new RoundRobinPool(5)), "pool").TellNumbers(500);
        }),
        ["a rush whose handler awaits for a moment each time"] = new("overload", "AsyncHandler", "/user/printer", system =>
            system.ActorOf(AsyncHandler.Props((_, _) => Task.Delay(4)), "printer").TellNumbers(5_000)),
        ["messages that code gives up"] = new("given_up", "Echo", "/user/echo", system =>
        {
            var echo = system.ActorOf(Echo.Props, "echo");
            for (var i = 0; i < 12; i++)
            {
                system.System.EventStream.Publish(new Dropped(i, "no room", echo));
            }
        }),
        ["what follows a handler that has blocked"] = new("blocked_thread_ended", "Handler", "/user/holds", async (system, hold) =>
        {
            system.ActorOf((_, _) => hold.Pass(), "holds").TellNumbers(1);
            await Eventually.Equal(1, () => SystemFindings.Read(Extension(system), Options, Now()).Blocking.Count);
            hold.Release();
            await TellStopped(system);
        }) { Hocon = QuickBlocking },
        ["a handler that awaits an answer which does not come"] = new("awaiting", "AsyncHandler", "/user/waits", system =>
            system.ActorOf(Endless, "waits").TellNumbers(30)),
        ["a handler that awaits for ever with nothing behind it"] = new("awaiting", "AsyncHandler", "/user/waits", system =>
            system.ActorOf(Endless, "waits").TellNumbers(1)) { Options = new() { DegradedAwaitingTime = TimeSpan.FromMilliseconds(100) } },
        ["an actor that awaits another one which is slow"] = new("awaiting", "AsyncHandler", "/user/gateway", system =>
            Gateway(system, to: system.ActorOf(Endless, "slow"), Timeout.InfiniteTimeSpan).TellNumbers(30)),
        ["an actor that restarts at each message"] = new("restart_loop", "Handler", "/user/fails", system =>
            system.ActorOf((_, _) => throw new InvalidOperationException(), "fails").TellNumbers(12)),
        ["a message that an actor sends itself again and that fails again"] = new("poison_message", "Hooked", "/user/again", system =>
        {
            var again = Hooked.Props(new()
            {
                Handle = (_, _) => throw new InvalidOperationException(),
                PreRestart = (context, message) => context.Self.Tell(message),
            });
            system.ActorOf(again, "again").TellNumbers(1);
        }),
        ["one of ten workers that gets nearly everything"] = new("hot_actor", "Handler", "/user/worker-3", system =>
        {
            var workers = Enumerable.Range(0, 10).Select(i => system.ActorOf(Worker, $"worker-{i}")).ToList();
            workers.ForEach(worker => worker.TellNumbers(1));
            workers[3].TellNumbers(3_000);
        }),
        ["an actor that gets more than it can handle"] = new("overload", "Handler", "/user/slow", system =>
            system.ActorOf(Worker, "slow").TellNumbers(5_000)),
        ["a bounded mailbox that is full"] = new("full_mailbox", "Handler", "/user/small", system =>
            system.ActorOf(Worker.WithMailbox("small"), "small").TellNumbers(500)),
        ["answers that come when the asker has given up"] = new("ask_timeout", "Handler", "", async (system, _) =>
        {
            var askers = new List<IActorRef>();
            var late = system.ActorOf((context, message) =>
            {
                askers.Add(context.Sender);
                if (message is "answer")
                {
                    askers.ForEach(asker => asker.Tell(1));
                }
            });
            await Task.WhenAll(Enumerable.Range(0, 12).Select(i => Assert.ThrowsAsync<AskTimeoutException>(() => late.Ask<int>(i, Short))));
            late.Tell("answer", ActorRefs.NoSender);
        }),
        ["a chain of questions that times out inside an actor"] = new("ask_timeout", "", "/user/gateway", system =>
            Gateway(system, to: system.ActorOf((_, _) => { }), Short).TellNumbers(12)),
        ["handlers that fail and go on"] = new("failing", "Handler", "/user/parent/child-0", system =>
        {
            var failing = Handler.Props((_, _) => throw new InvalidOperationException());
            system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => Directive.Resume), failing), "parent").TellNumbers(12);
        }),
        ["messages to an actor that has stopped"] = new("missing_receiver", "", "/user/gone", (system, _) => TellStopped(system)),
        ["messages that the receiver does not know"] = new("unhandled", "Deaf", "/user/deaf", system =>
            system.ActorOf(Deaf.Props, "deaf").TellNumbers(12)),
    };

    public static TheoryData<string> Names => [.. Faults.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Is_among_the_first_two_causes(string fault)
    {
        var (kind, actor, path, stage) = Faults[fault];
        using var hold = new Hold();
        await using var system = Systems.Instrumented($"{Quick}\n{Faults[fault].Hocon}");
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        await stage(system, hold);
        await Eventually.Passes(() =>
        {
            var diagnosis = AkkaDiagnosis.Read(
                Extension(system), SystemFindings.Read(Extension(system), Faults[fault].Options, Now()), Now());
            var text = string.Join('\n', diagnosis.Causes.Select(cause => $"{cause} {cause.Subject} {string.Join("; ", cause.Evidence)}"));
            var found = diagnosis.Causes.Take(2).FirstOrDefault(cause => cause.Kind == kind);
            Assert.True(found is not null, $"{kind} is not among the first two:\n{text}");
            Assert.True(actor.Length == 0 || found.ActorType == actor, text);
            Assert.True(found.Subject == path, text);
            Assert.NotEmpty(found.Evidence);
            Assert.NotEmpty(found.NextStep);
        });
        hold.Release();
    }

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

    /// <summary>The finding is older than the look at the pool: what waited in every routee is gone by then.</summary>
    [Fact]
    public async Task No_routee_is_called_slow_for_a_wave_that_has_passed()
    {
        using var hold = new Hold();
        await using var system = Systems.Instrumented($$"""
            {{Quick}}
            few { dedicated-thread-pool.thread-count = 3 }
            """);
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var routee = Handler.Props((_, _) => hold.Pass()).WithDispatcher("few");
        system.ActorOf(routee.WithRouter(new RoundRobinPool(3)), "pool").TellNumbers(15);
        await Eventually.Equal(3, () => SystemFindings.Read(Extension(system), Options, Now()).Late.Worst.Count);
        var found = SystemFindings.Read(Extension(system), Options, Now());
        hold.Release();
        await Eventually.Equal(0, () => SystemFindings.Read(Extension(system), Options, Now()).Late.Worst.Count);
        Assert.DoesNotContain(AkkaDiagnosis.Read(Extension(system), found, Now()).Causes, cause => cause.Kind == AkkaCauseKinds.SlowRoutee);
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
            Assert.StartsWith("Nothing is wrong. The slowest flow of the last minute: code outside of actors → Int32 → ", diagnosis.Summary, StringComparison.Ordinal);
        });
    }

    private static IActorRef Gateway(TestSystem system, IActorRef to, TimeSpan timeout) =>
        system.ActorOf(AsyncHandler.Props((_, number) => to.Ask<int>(number, timeout)), "gateway");

    private static async Task TellStopped(TestSystem system)
    {
        var gone = system.ActorOf(Echo.Props, "gone");
        await Eventually.Within(gone.GracefulStop(TimeSpan.FromSeconds(20)));
        gone.TellNumbers(12);
    }

    private static long Now() => System.Diagnostics.Stopwatch.GetTimestamp();

    private static AkkaInstrumentationExtension Extension(TestSystem system) => AkkaInstrumentationExtension.For(system.System);

    private sealed record Fault(string Kind, string Actor, string Path, Func<TestSystem, Hold, Task> Stage)
    {
        public Fault(string kind, string actor, string path, Action<TestSystem> stage)
            : this(kind, actor, path, (system, _) =>
            {
                stage(system);
                return Task.CompletedTask;
            })
        {
        }

        public string Hocon { get; init; } = "";

        public AkkaHealthCheckOptions Options { get; init; } = StagedFaultsSpec.Options;
    }
}
