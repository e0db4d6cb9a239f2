namespace AkkaInstrumentation.Tests.Watchdog;

/// <summary>
/// The thread that watches: when there is one, what it sees without listeners, what it keeps. It is the process', so nothing else runs.
/// </summary>
[Collection(Alone.Name)]
public class BackgroundThreadSpec
{
    private const string Impatient =
        """
        akka.instrumentation {
          blocking { threshold = 50ms }
          pressure { growing-for = 100ms, min-depth = 10 }
        }
        """;

    [Fact]
    public async Task There_is_no_thread_when_nothing_is_watched()
    {
        await Eventually.True(() => !BackgroundThread.HasThread);
        await using (var off = Systems.Instrumented("akka.instrumentation { blocking.enabled = off, pressure.enabled = off }"))
        {
            await off.ActorOf(Echo.Props).Ask<string>("message");
            Assert.False(BackgroundThread.HasThread);
        }

        await using (var ids = Systems.WithIds(Impatient))
        {
            Assert.False(BackgroundThread.HasThread);
            await ids.ActorOf(Echo.Props.WithDispatcher(AkkaInstrumentationConfig.DispatcherId)
                .WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId)).Ask<string>("message");
            await Eventually.True(() => BackgroundThread.HasThread);
        }

        await Eventually.True(() => !BackgroundThread.HasThread);
    }

    [Fact]
    public async Task Work_that_takes_longer_than_the_period_of_another_delays_it()
    {
        var (quick, slow) = (new Counted(TimeSpan.Zero), new Counted(TimeSpan.FromMilliseconds(20)));
        try
        {
            Assert.True(BackgroundThread.TryAdd(quick) && BackgroundThread.TryAdd(slow));
            await Eventually.True(() => quick.Times > 5 && slow.Times > 5);
        }
        finally
        {
            BackgroundThread.Remove(quick);
            BackgroundThread.Remove(slow);
        }
    }

    [Fact]
    public async Task A_thread_that_cannot_be_started_costs_no_message_and_is_tried_again()
    {
        await Eventually.True(() => !BackgroundThread.HasThread);
        var starter = BackgroundThread.Starter;
        BackgroundThread.Starter = _ => throw new InvalidOperationException("on purpose");
        try
        {
            await using var system = Systems.Instrumented(Impatient);
            var actor = system.ActorOf(Echo.Props);
            for (var i = 0; i < 100; i++)
            {
                Assert.Equal("message", await Eventually.Within(actor.Ask<string>("message")));
            }

            Assert.False(BackgroundThread.HasThread);
            Assert.Contains(TelemetryFault.Counts, fault => fault is { Key: TelemetryFault.Thread, Value: > 0 });
            BackgroundThread.Starter = starter;

            await Eventually.True(() =>
            {
                system.ActorOf(Echo.Props);
                return BackgroundThread.HasThread;
            });
        }
        finally
        {
            BackgroundThread.Starter = starter;
        }
    }

    [Fact]
    public async Task It_keeps_neither_a_message_nor_an_actor_that_it_has_reported()
    {
        await using var system = Systems.Instrumented(Impatient).Measured(out _);
        using var reports = new ReportRecorder(system);
        var (actor, message) = await BlockAndStop(system, reports);

        await Eventually.Collected(actor, message);
        Assert.NotEmpty(reports.Of());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<(WeakReference Actor, WeakReference Message)> BlockAndStop(TestSystem system, ReportRecorder reports)
    {
        var hold = new Hold();
        var message = new Payload(hold);
        var actor = system.ActorOf(Props.Create(() => new Blocks()), "blocks");
        var references = (new WeakReference(((ActorRefWithCell)actor).Underlying), new WeakReference(message));
        actor.Tell(message, ActorRefs.NoSender);
        await reports.First("HandlerBlocking", "/user/blocks");
        var stopped = actor.GracefulStop(TimeSpan.FromSeconds(20));
        hold.Release();
        await reports.First("HandlerReturned", "/user/blocks");
        Assert.True(await stopped);
        return references;
    }

    private sealed record Payload(Hold Hold);

    private sealed class Blocks : ReceiveActor
    {
        public Blocks() => Receive<Payload>(payload => payload.Hold.Pass());
    }

    private sealed class Counted(TimeSpan takes) : BackgroundWork(TimeSpan.FromMilliseconds(1), TelemetryFault.Watch)
    {
        private int _times;

        public int Times => Volatile.Read(ref _times);

        protected override void Do(long now)
        {
            Thread.Sleep(takes);
            Interlocked.Increment(ref _times);
        }
    }
}
