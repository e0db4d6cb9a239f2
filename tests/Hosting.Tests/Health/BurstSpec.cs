namespace AkkaInstrumentation.Tests.Health;

/// <summary>
/// Bursts are no trouble: the shapes of benchmarks/Macro, with the default thresholds. Mailboxes and actors are real, the clock is played. Between
/// two looks of the watch there is one step of the burst, however long the machine takes for it.
/// </summary>
public sealed class BurstSpec
{
    private const int Bursts = 4;
    private const int PerBurst = 20_000;

    [Fact]
    public async Task A_backlog_that_waits_as_a_whole_and_is_then_worked_off_is_healthy()
    {
        await using var watched = new Watched();
        var done = new SemaphoreSlim(0);
        var actor = watched.System.ActorOf((_, message) => Handle(message, done));
        for (var burst = 0; burst < Bursts; burst++)
        {
            using var hold = new Hold();
            await hold.EnterAt(actor);
            for (var i = 0; i < PerBurst; i++)
            {
                actor.Tell(i, ActorRefs.NoSender);
                if (i == PerBurst / 2)
                {
                    watched.LookAndCheck();
                }
            }

            actor.Tell("last", ActorRefs.NoSender);
            Assert.True(Watched.Depth(actor) > PerBurst);

            // as long as a burst may wait, which is longer than a mailbox may grow
            for (var look = 0; look < Growth.Looks + 2; look++)
            {
                watched.LookAndCheck();
            }

            hold.Release();
            Assert.True(await done.WaitAsync(TimeSpan.FromSeconds(60)));
            watched.LookAndCheck();
        }
    }

    [Fact]
    public async Task A_sender_that_is_quicker_than_the_actor_for_a_while_is_healthy()
    {
        await using var watched = new Watched();
        var done = new SemaphoreSlim(0);
        var actor = watched.System.ActorOf((_, message) => Handle(message, done));
        for (var burst = 0; burst < 3 * Growth.Looks; burst++)
        {
            // an object, an int and a string in turn
            for (var i = 0; i < 3_000; i++)
            {
                actor.Tell(done, ActorRefs.NoSender);
                actor.Tell(i, ActorRefs.NoSender);
                actor.Tell("text", ActorRefs.NoSender);
            }

            watched.LookAndCheck();
            actor.Tell("last", ActorRefs.NoSender);
            Assert.True(await done.WaitAsync(TimeSpan.FromSeconds(60)));
            watched.LookAndCheck();
        }
    }

    [Fact]
    public async Task A_fan_out_to_many_actors_is_healthy()
    {
        const int Routees = 16;
        await using var watched = new Watched();
        var done = new SemaphoreSlim(0);
        var router = watched.System.ActorOf(Handler.Props((_, message) => Handle(message, done)).WithRouter(new RoundRobinPool(Routees)));
        for (var burst = 0; burst < 3 * Growth.Looks; burst++)
        {
            router.TellNumbers(PerBurst);

            watched.LookAndCheck();
            router.Tell(new Broadcast("last"), ActorRefs.NoSender);
            for (var i = 0; i < Routees; i++)
            {
                Assert.True(await done.WaitAsync(TimeSpan.FromSeconds(60)));
            }

            watched.LookAndCheck();
        }
    }

    /// <summary>The check itself: with the same looks a mailbox that really grows is found.</summary>
    [Fact]
    public async Task A_mailbox_that_grows_from_look_to_look_is_not_healthy()
    {
        await using var watched = new Watched();
        using var hold = new Hold();
        var actor = watched.System.ActorOf((_, _) => hold.Pass());
        for (var look = 0; look <= Growth.Looks; look++)
        {
            actor.TellNumbers(1_100);

            watched.Look();
        }

        Assert.Equal(HealthStatus.Degraded, watched.Check().Status);
    }

    private static void Handle(object message, SemaphoreSlim done)
    {
        switch (message)
        {
            case Hold hold:
                hold.Pass();
                break;
            case "last":
                done.Release();
                break;
        }
    }

    /// <summary>A system whose own watch never looks, and a watch with the default thresholds that the test drives.</summary>
    private sealed class Watched : IAsyncDisposable
    {
        private readonly MetricRecorder _metrics;
        private readonly AkkaInstrumentationExtension _instrumentation;
        private readonly PressureWatch _watch;
        private readonly AkkaHealthCheckOptions _options = new();
        private readonly long _began = Stopwatch.GetTimestamp();
        private long _now;

        public Watched()
        {
            System = Systems.Instrumented("akka.instrumentation.pressure.reports-per-minute = 1");
            _metrics = new MetricRecorder(System);
            _instrumentation = AkkaInstrumentationExtension.For(System.System);
            _watch = new PressureWatch(
                _instrumentation,
                _instrumentation.Settings,
                new WatchReports(System.System, () => _instrumentation.Settings, _instrumentation.ActorNames, new BlockedCounts()));
            _now = _began;
        }

        public TestSystem System { get; }

        public static int Depth(IActorRef actor) => ((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue.Count;

        public void Look() => _watch.DoIfDue(_now += _watch.Period);

        public void LookAndCheck()
        {
            Look();
            Assert.Equal(HealthStatus.Healthy, Check().Status);
        }

        // At the beginning of the test for the age: no message is older than that, however slow the machine. Nor are handlers and threads slow.
        public HealthCheckResult Check() => HealthResult.Create(
            System.Name,
            SystemFindings.Read(_instrumentation, _options, _began) with { Growing = _watch.Found, Blocking =
                Findings<BlockingActor>.None, Starved = Findings<Repeated<StarvedSecond>>.None },
            _options,
            HealthStatus.Unhealthy);

        public async ValueTask DisposeAsync()
        {
            _metrics.Dispose();
            await System.DisposeAsync();
        }
    }
}
