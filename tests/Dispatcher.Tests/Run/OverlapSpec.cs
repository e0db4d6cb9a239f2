namespace AkkaInstrumentation.Tests.Run;

/// <summary>
/// Akka gives a mailbox free and reschedules it before its run returns: run N+1 works while run N has yet to close its last message. Here a
/// dispatcher holds N at exactly that point until N+1 is done.
/// </summary>
public class OverlapSpec
{
    private const string Dispatcher =
        """
        holding {
          type = "AkkaInstrumentation.Tests.Run.OverlapSpec+HoldingConfigurator, Dispatcher.Tests"
          executor = default-executor
          throughput = 1
        }
        """;

    [Fact]
    public async Task The_next_run_closes_what_the_last_one_has_left_open_and_nothing_is_closed_twice()
    {
        await using var system = Systems.Instrumented(Dispatcher);
        var dispatcher = (HoldingDispatcher)system.System.Dispatchers.Lookup("holding");
        using var hold = new Hold();
        using var spans = SpanRecorder.WithRoot(out _);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(
            Handler.Props((_, message) =>
            {
                if (message is "release")
                {
                    dispatcher.Release();
                }
            }).WithDispatcher("holding"));

        await hold.EnterAt(actor);
        foreach (var message in new[] { "last of the first run", "first of the second run", "release", "third run" })
        {
            actor.Tell(message, ActorRefs.NoSender);
        }

        dispatcher.HoldTheThreadOf(hold.Thread);
        hold.Release();

        var stopped = await spans.WaitForStopped(5);
        await Eventually.True(() => dispatcher.HasHeld && dispatcher.HasReturned);
        Assert.Equal(5, spans.Started.Count(span => span.IsOfMessage()));
        Assert.Equal(5, stopped.Distinct().Count());
        Assert.Equal(5, metrics.Of(AkkaMetricNames.ActorProcessDuration).Count);
        Assert.True(stopped[1].StartTimeUtc + stopped[1].Duration <= stopped[2].StartTimeUtc);
    }

    public sealed class HoldingConfigurator : MessageDispatcherConfigurator
    {
        private readonly HoldingDispatcher _dispatcher;

        public HoldingConfigurator(Config config, IDispatcherPrerequisites prerequisites)
            : base(config, prerequisites)
        {
            _dispatcher = new HoldingDispatcher(this, ConfigureExecutor());
        }

        public override MessageDispatcher Dispatcher() => _dispatcher;
    }

    /// <summary>Keeps one thread inside the scheduling of the next run until that run releases it.</summary>
    internal sealed class HoldingDispatcher(MessageDispatcherConfigurator configurator, ExecutorServiceFactory executor)
        : InstrumentedDispatcher(configurator, executor)
    {
        private readonly TaskCompletionSource _released = new();
        private volatile int _thread = -1;

        public bool HasHeld { get; private set; }

        public bool HasReturned { get; private set; }

        public void HoldTheThreadOf(int thread) => _thread = thread;

        public void Release() => _released.SetResult();

        protected override void ExecuteTask(IRunnable run)
        {
            base.ExecuteTask(run);
            if (Environment.CurrentManagedThreadId == _thread)
            {
                _thread = -1;
                HasHeld = true;
                _released.Task.Wait(TimeSpan.FromSeconds(20));
                HasReturned = true;
            }
        }
    }
}
