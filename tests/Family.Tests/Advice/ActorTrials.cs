using Akka.Cluster.Sharding;
using Akka.Pattern;
using AkkaInstrumentation.Tests.Cluster;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>Calls of actors: who stops them, who tells them, who watches them.</summary>
internal static class ActorTrials
{
    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.ActorLeak, "Context.Stop", ContextStop),
        new(AkkaCauseKinds.ActorLeak, "ReceiveTimeout", ReceiveTimeoutStops),
        new(AkkaCauseKinds.ActorLeak, "passivation", Passivation),
        new(AkkaCauseKinds.AskCircle, "Tell", () => Circle(Way.Tells, Way.Awaits)),
        new(AkkaCauseKinds.AskCircle, "PipeTo", () => Circle(Way.Pipes, Way.Awaits)),
        new(AkkaCauseKinds.AskCircle, "begins", TheOtherOneIsOfNoUse),
        .. Trial.Of("PipeTo", PipeToTakesOthers, AkkaCauseKinds.Awaiting, AkkaCauseKinds.Overload),
        new(AkkaCauseKinds.Awaiting, "time-out", TimeOut),
        .. Trial.Of("Terminated", WatchTells, AkkaCauseKinds.MissingReceiver, AkkaCauseKinds.AskTimeout),
        .. Trial.Of("Watch", WatchTells, AkkaCauseKinds.MissingReceiver, AkkaCauseKinds.AskTimeout),
        new(AkkaCauseKinds.MissingReceiver, "PoisonPill", ThePillComesLast),
        new(AkkaCauseKinds.Unhandled, "Become", BecomeHandles),
        new(AkkaCauseKinds.GivenUp, "Dropped", DroppedHasTheReason),
        new(AkkaCauseKinds.HotActor, "another router", () => Spreads(new RoundRobinPool(4))),
        new(AkkaCauseKinds.HotActor, "hash key", () => Spreads(new ConsistentHashingPool(4, message => message))),
        new(AkkaCauseKinds.SlowRoutee, "SmallestMailboxPool", TheSlowRouteeGetsLess),
        new(AkkaCauseKinds.OpenCircuit, "tries again by itself", TheBreakerCloses),
        new(AkkaCauseKinds.FailureMessages, "Status.Failure", AFailedTaskIsAMessage),
        new(AkkaCauseKinds.NoSender, "Tell outside of actors", () => HasNoSender((to, _) => to.Tell("message"), outside: true)),
        new(AkkaCauseKinds.NoSender, "PipeTo", async () =>
        {
            await HasNoSender((to, _) => Task.FromResult<object>("message").PipeTo(to));
            await HasSender((to, context) => Task.FromResult<object>("message").PipeTo(to, context.Self));
        }),
        new(AkkaCauseKinds.NoSender, "Sender.IsNobody()", async () =>
        {
            await HasNoSender((to, _) => to.Tell("message", ActorRefs.NoSender));
            await HasSender((to, context) => to.Tell("message", context.Self));
        }),
    ];

    private enum Way
    {
        Awaits,
        Tells,
        Pipes,
    }

    private static async Task ContextStop()
    {
        await using var system = Systems.Instrumented();
        var parent = system.ActorOf((context, message) =>
        {
            if (message is IActorRef stops)
            {
                context.Stop(stops);
            }
            else
            {
                context.Sender.Tell(context.ActorOf(Echo.Props));
            }
        });
        var child = await parent.Ask<IActorRef>("start", Trial.Patience);
        parent.Tell(child, ActorRefs.NoSender);
        await child.WatchAsync().WaitAsync(Trial.Patience);
    }

    private static async Task ThePillComesLast()
    {
        const int Messages = 1_000;
        await using var system = Systems.Instrumented();
        var handled = 0;
        var actor = system.ActorOf((_, _) => handled++);
        actor.TellTimes(Messages, "work");
        actor.Tell(PoisonPill.Instance, ActorRefs.NoSender);
        await actor.WatchAsync().WaitAsync(Trial.Patience);
        Assert.Equal(Messages, handled);
    }

    private static async Task ReceiveTimeoutStops()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf((context, message) =>
        {
            context.SetReceiveTimeout(TimeSpan.FromMilliseconds(20));
            if (message is ReceiveTimeout)
            {
                context.Stop(context.Self);
            }
        });
        actor.Tell("begin", ActorRefs.NoSender);
        await actor.WatchAsync().WaitAsync(Trial.Patience);
    }

    private static async Task Passivation()
    {
        await using var system = await OneNode.Start("akka.cluster.sharding.passivate-idle-entity-after = 100ms");
        var region = ClusterSharding.Get(system.System).Start(
            "guest", _ => Handler.Props((context, _) => context.Sender.Tell(context.Self)), ClusterShardingSettings.Create(system.System),
            HashCodeMessageExtractor.Create(1, message => $"{message}"));
        var entity = await region.Ask<IActorRef>("guest", Trial.Patience);
        await entity.WatchAsync().WaitAsync(Trial.Patience);
    }

    // The first one asks the second one, which needs an answer of the first one for its own.
    private static async Task Circle(Way first, Way second)
    {
        await using var system = Systems.Instrumented();
        Assert.Equal("answered", await StartCircle(system, first, second, Trial.Patience));
    }

    private static async Task TheOtherOneIsOfNoUse()
    {
        await using var system = Systems.Instrumented();
        await Assert.ThrowsAsync<AskTimeoutException>(() => StartCircle(system, Way.Awaits, Way.Pipes, TimeSpan.FromSeconds(1)));
    }

    private static Task<string> StartCircle(TestSystem system, Way first, Way second, TimeSpan timeout)
    {
        var begins = system.ActorOf(Props.Create(() => new InCircle(first)));
        var other = system.ActorOf(Props.Create(() => new InCircle(second)));
        return begins.Ask<string>(new Question(begins, other, Hop: 0), timeout);
    }

    private static async Task PipeToTakesOthers()
    {
        await using var system = Systems.Instrumented();
        var slow = new TaskCompletionSource<string>();
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "slow")
            {
                slow.Task.PipeTo(context.Sender);
            }
            else
            {
                context.Sender.Tell(message);
            }
        });
        var first = actor.Ask<string>("slow", Trial.Patience);
        Assert.Equal("meanwhile", await actor.Ask<string>("meanwhile", Trial.Patience));
        Assert.False(first.IsCompleted);
        slow.SetResult("at last");
        Assert.Equal("at last", await first);
    }

    private static async Task TimeOut()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            if (message is "slow")
            {
                await Assert.ThrowsAsync<TimeoutException>(() => new TaskCompletionSource().Task.WaitAsync(TimeSpan.FromMilliseconds(20)));
            }

            context.Sender.Tell(message);
        }));
        var first = actor.Ask<string>("slow", Trial.Patience);
        Assert.Equal("behind", await actor.Ask<string>("behind", Trial.Patience));
        Assert.Equal("slow", await first);
    }

    private static async Task WatchTells()
    {
        await using var system = Systems.Instrumented();
        var receiver = system.ActorOf(Echo.Props);
        var terminated = new TaskCompletionSource<IActorRef>();
        var watching = system.ActorOf((context, message) =>
        {
            if (message is Terminated { ActorRef: var stopped })
            {
                terminated.SetResult(stopped);
            }
            else
            {
                context.Watch(receiver);
                context.Sender.Tell("watches");
            }
        });
        await watching.Ask<string>("watch", Trial.Patience);
        system.System.Stop(receiver);
        Assert.Equal(receiver, await terminated.Task.WaitAsync(Trial.Patience));

        // it may have stopped before
        await watching.Ask<string>("watch again", Trial.Patience).WaitAsync(Trial.Patience);
    }

    private static async Task BecomeHandles()
    {
        await using var system = Systems.Instrumented();
        var unhandled = new ConcurrentQueue<object>();
        system.System.EventStream.Subscribe(system.ActorOf((_, message) => unhandled.Enqueue(((UnhandledMessage)message).Message)),
            typeof(UnhandledMessage));
        var actor = system.ActorOf(Props.Create(() => new Becoming()));
        actor.Tell("second", ActorRefs.NoSender);
        await Eventually.Equal(1, () => unhandled.Count);
        Assert.Equal("became", await actor.Ask<string>("become", Trial.Patience));
        Assert.Equal("handled", await actor.Ask<string>("second", Trial.Patience));
        Assert.Single(unhandled);
    }

    private static async Task DroppedHasTheReason()
    {
        await using var system = Systems.Instrumented();
        var dropped = new TaskCompletionSource<Dropped>();
        system.System.EventStream.Subscribe(system.ActorOf((_, message) => dropped.SetResult((Dropped)message)), typeof(Dropped));
        var recipient = system.ActorOf(Echo.Props);
        system.System.EventStream.Publish(new Dropped("message", "no room", recipient));
        var seen = await dropped.Task.WaitAsync(Trial.Patience);
        Assert.Equal(("message", "no room", recipient), (seen.Message, seen.Reason, seen.Recipient));
    }

    private static async Task Spreads(Pool pool)
    {
        await using var system = Systems.Instrumented();
        var router = system.ActorOf(pool.Props(Handler.Props((context, _) => context.Sender.Tell(context.Self))));
        var routees = await Task.WhenAll(Enumerable.Range(0, 100).Select(i => router.Ask<IActorRef>($"{i}", Trial.Patience)));
        var most = routees.GroupBy(routee => routee).Max(gets => gets.Count());
        Assert.InRange(most, 1, 75);
    }

    private static async Task TheSlowRouteeGetsLess()
    {
        const int Messages = 200;
        using var hold = new Hold();
        await using var system = Systems.Instrumented();
        var got = new ConcurrentDictionary<string, int>();
        var routee = Handler.Props((context, _) => got.AddOrUpdate(context.Self.Path.Name, 1, (_, count) => count + 1));
        var pool = system.ActorOf(new SmallestMailboxPool(4).Props(routee));
        await hold.EnterAt(pool);
        for (var i = 1; i <= Messages; i++)
        {
            pool.Tell(i, ActorRefs.NoSender);
            var sent = i;

            // what waits, waits for the slow one
            await Eventually.True(() => got.Values.Sum() >= sent - Messages / 10);
        }

        hold.Release();
        await Eventually.Equal(Messages, () => got.Values.Sum());
        Assert.InRange(got.Values.Min(), 0, Messages / 10);
    }

    private static async Task TheBreakerCloses()
    {
        await using var system = Systems.Instrumented();
        var (callTimeOut, reset) = (TimeSpan.FromMilliseconds(20), TimeSpan.FromMilliseconds(20));
        var breaker = new CircuitBreaker(system.System.Scheduler, maxFailures: 1, callTimeOut, reset)
            .WithInstrumentation(system.System, "payments");

        // it does not answer within the call time-out
        await Assert.ThrowsAnyAsync<Exception>(() => breaker.WithCircuitBreaker(_ => new TaskCompletionSource().Task));
        await Eventually.True(() => breaker.IsHalfOpen);
        await breaker.WithCircuitBreaker(_ => Task.CompletedTask);
        await Eventually.True(() => breaker.IsClosed);
    }

    // What the task has thrown comes as a message, and its handler can repeat the work.
    private static async Task AFailedTaskIsAMessage()
    {
        await using var system = Systems.Instrumented();
        var (attempts, failures, answer) = (0, new ConcurrentQueue<Exception>(), new TaskCompletionSource<object>());
        var actor = system.ActorOf((context, message) =>
        {
            if (message is Status.Failure failure)
            {
                failures.Enqueue(failure.Cause);
            }

            if (message is string or Status.Failure)
            {
                Work().PipeTo(context.Self);
            }
            else
            {
                answer.SetResult(message);
            }
        });
        actor.Tell("begin", ActorRefs.NoSender);
        Assert.Equal(3, await answer.Task.WaitAsync(Trial.Patience));
        Assert.All(failures, failure => Assert.IsType<InvalidOperationException>(failure.GetBaseException()));
        Assert.Equal(2, failures.Count);

        Task<int> Work() => ++attempts < 3 ? Task.FromException<int>(new InvalidOperationException("not yet")) : Task.FromResult(attempts);
    }

    private static async Task HasNoSender(Action<IActorRef, IActorContext> send, bool outside = false) =>
        Assert.True(await IsFromNobody(send, outside));

    private static async Task HasSender(Action<IActorRef, IActorContext> send) => Assert.False(await IsFromNobody(send, outside: false));

    private static async Task<bool> IsFromNobody(Action<IActorRef, IActorContext> send, bool outside)
    {
        await using var system = Systems.Instrumented();
        var nobody = new TaskCompletionSource<bool>();
        var receiver = system.ActorOf((context, _) => nobody.SetResult(context.Sender.IsNobody()));
        if (outside)
        {
            send(receiver, null!);
        }
        else
        {
            system.ActorOf((context, _) => send(receiver, context)).Tell("send", ActorRefs.NoSender);
        }

        return await nobody.Task.WaitAsync(Trial.Patience);
    }

    private sealed record Question(IActorRef First, IActorRef Second, int Hop);

    private sealed class InCircle : ReceiveActor
    {
        private IActorRef _asker = ActorRefs.Nobody;

        public InCircle(Way way)
        {
            Receive<string>(answer => _asker.Tell(answer));
            Receive<Question>(question => question.Hop == 2, _ => Sender.Tell("answered"));
            if (way == Way.Awaits)
            {
                ReceiveAsync<Question>(async question =>
                {
                    var asker = Sender;
                    asker.Tell(await Next(question).Ask<string>(question with { Hop = question.Hop + 1 }, TimeSpan.FromSeconds(30)));
                });
            }
            else if (way == Way.Pipes)
            {
                Receive<Question>(question => Next(question)
                    .Ask<string>(question with { Hop = question.Hop + 1 }, TimeSpan.FromSeconds(30)).PipeTo(Sender));
            }
            else
            {
                Receive<Question>(question =>
                {
                    _asker = Sender;
                    Next(question).Tell(question with { Hop = question.Hop + 1 });
                });
            }
        }

        private static IActorRef Next(Question question) => question.Hop == 0 ? question.Second : question.First;
    }

    private sealed class Becoming : ReceiveActor
    {
        public Becoming() => Receive<string>(message => message == "become", _ =>
        {
            Become(() => Receive<string>(_ => Sender.Tell("handled")));
            Sender.Tell("became");
        });
    }
}
