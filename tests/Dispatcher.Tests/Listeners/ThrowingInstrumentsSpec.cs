namespace AkkaInstrumentation.Tests.Listeners;

/// <summary>
/// A listener throws at each instrument in turn, while messages are stashed and come back one by one and all at once, while handlers await, fail,
/// restart and stop. Each message is handled once, in its order, and no actor fails because of it.
/// </summary>
public sealed class ThrowingInstrumentsSpec
{
    private const int Each = 10;

    // Recorded into where actors persist, ask over nodes or send to other nodes: Family.Tests and Remote.Tests do so.
    private static readonly string[] Elsewhere =
    [
        AkkaMetricNames.AskDuration, AkkaMetricNames.PersistenceWriteDuration, AkkaMetricNames.PersistenceRecoveryDuration,
        AkkaMetricNames.PersistenceRecoveryEvents, AkkaMetricNames.RemoteMessageSize, AkkaMetricNames.RemoteSerializationDuration,
    ];

    public static TheoryData<string, string> Throwers
    {
        get
        {
            _ = (Instruments.AllMade, MessagingInstruments.ProcessDuration);
            return Combinations.Each<string, string>(
                [.. ThrowingListener.Pushed(), ThrowingListener.Sampler, ThrowingListener.Start, ThrowingListener.End, ThrowingListener.Everything],
                AkkaInstrumentationConfig.UnboundedDequeMailboxId,
                AkkaInstrumentationConfig.BoundedDequeMailboxId);
        }
    }

    [Theory]
    [MemberData(nameof(Throwers))]
    public async Task No_message_is_lost_or_handled_twice_and_no_actor_fails(string thrower, string mailbox)
    {
        await using var system = Systems.Instrumented(
            "akka { loglevel = OFF, instrumentation { metrics.distributions = all, tracing { sampling.ratio = 1, messaging-attributes = on } } }");
        using var listener = new ThrowingListener(system.Name, thrower);
        using var collects = new CancellationTokenSource();
        var collector = Collect(listener, collects.Token);
        var run = new Run();
        var dead = new ConcurrentQueue<int>();
        system.System.EventStream.Subscribe(new Letters(dead), typeof(DeadLetter));
        var strategy = new OneForOneStrategy(_ =>
        {
            Interlocked.Increment(ref run.Failures);
            return Directive.Restart;
        });
        var parent = system.ActorOf(Supervising.Props(strategy, Props.Create(() => new Worker(run)).WithMailbox(mailbox)));
        var worker = await parent.Ask<IActorRef>("child", TimeSpan.FromSeconds(60));

        Stash(worker, 0);
        worker.TellEach(Each, _ => Order.UnstashOne);
        Stash(worker, 1);
        worker.Tell(Order.UnstashAll);
        Stash(worker, 2);
        worker.Tell(Order.AwaitAndUnstashAll);

        // a restart takes all out of the stash
        Stash(worker, 3);
        worker.Tell(Order.Fail);
        Stash(worker, 4);
        worker.Tell(Order.AwaitAndFail);
        worker.TellEach(Each, i => (5 * Each) + i);

        // so does a stop, and they become dead letters
        Stash(worker, 6);
        worker.Tell(Order.Stop);

        var end = worker.WatchAsync();
        await Eventually.Within(end);
        await Eventually.Equal(Each, () => dead.Count);
        await collects.CancelAsync();
        await collector;
        Assert.Equal(Enumerable.Range(0, 6 * Each), run.Handled);
        Assert.Equal(Enumerable.Range(6 * Each, Each), dead);
        Assert.Equal(2, run.Failures);
        Assert.True(listener.Thrown > 0 || Elsewhere.Contains(thrower), "nothing has thrown");
    }

    private static void Stash(IActorRef worker, int round)
    {
        worker.Tell(Order.Close);
        worker.TellEach(Each, i => (round * Each) + i);
    }

    private static async Task Collect(ThrowingListener listener, CancellationToken until)
    {
        while (!until.IsCancellationRequested)
        {
            await Task.Delay(1, CancellationToken.None).ConfigureAwait(false);
            listener.Collect();
        }
    }

    private enum Order
    {
        Close,
        UnstashOne,
        UnstashAll,
        AwaitAndUnstashAll,
        Fail,
        AwaitAndFail,
        Stop,
    }

    // What outlives a restart.
    private sealed class Run
    {
        public readonly ConcurrentQueue<int> Handled = new();
        public int Failures;
        public bool IsOpen;
    }

    private sealed class Letters(ConcurrentQueue<int> dead) : MinimalActorRef
    {
        public override ActorPath Path { get; } = new RootActorPath(Address.AllSystems) / "letters";

        public override IActorRefProvider Provider => null!;

        protected override void TellInternal(object message, IActorRef sender)
        {
            if (message is DeadLetter { Message: int number })
            {
                dead.Enqueue(number);
            }
        }
    }

    private sealed class Worker : ReceiveActor, IWithUnrestrictedStash
    {
        public Worker(Run run)
        {
            Receive<int>(number =>
            {
                if (run.IsOpen)
                {
                    run.Handled.Enqueue(number);
                }
                else
                {
                    Stash.Stash();
                }
            });
            Receive<Order>(order => order is Order.Close or Order.UnstashOne or Order.UnstashAll or Order.Fail, order =>
            {
                run.IsOpen = order != Order.Close;
                switch (order)
                {
                    case Order.UnstashOne:
                        Stash.Unstash();
                        break;
                    case Order.UnstashAll:
                        Stash.UnstashAll();
                        break;
                }

                Tests.Fail.If(order == Order.Fail);
            });
            ReceiveAsync<Order>(order => order != Order.Stop, async order =>
            {
                await Task.Yield();
                run.IsOpen = true;
                if (order == Order.AwaitAndUnstashAll)
                {
                    Stash.UnstashAll();
                }

                await Task.Yield();
                Tests.Fail.If(order == Order.AwaitAndFail);
            });
            Receive<Order>(_ => Context.Stop(Self));
        }

        public IStash Stash { get; set; } = null!;
    }
}
