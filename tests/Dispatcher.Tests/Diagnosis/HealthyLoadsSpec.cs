namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>
/// Loads that are no trouble, some of them rough: with the default thresholds the diagnosis names no cause, during the load nor after it.
/// </summary>
public class HealthyLoadsSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(1);

    // Answers the last message only: an answer to nobody would be a dead letter.
    private static readonly Props Quiet = Handler.Props((context, message) =>
    {
        if (message is 0)
        {
            context.Sender.Tell(message);
        }
    });

    private static readonly Dictionary<string, Func<TestSystem, Task>> Loads = new()
    {
        ["a burst of ten thousand messages"] = async system => await Drained(system.ActorOf(Quiet), 10_000),
        ["a backlog that is held, then worked off"] = async system =>
        {
            var held = new TaskCompletionSource();
            var drained = Drained(system.ActorOf(AsyncHandler.Props(async (context, message) =>
            {
                var sender = context.Sender;
                await held.Task;
                if (message is 0)
                {
                    sender.Tell(message);
                }
            })), 20_000);
            held.SetResult();
            await drained;
        },
        ["the first message of many actor types"] = async system =>
        {
            foreach (var props in new[] { Echo.Props, Handler.Fallible, Props.Create(() => new Awaits()), Props.Create(() => new Stashes()) })
            {
                await system.ActorOf(props).Ask<object>("warm up", Long);
            }
        },
        ["a batch that keeps every processor busy"] = system =>
            Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Drained(system.ActorOf(Props.Create(() => new Works())), 200))),
        ["a deploy: a thousand actors start and stop"] = async system =>
        {
            for (var i = 0; i < 1_000; i++)
            {
                var actor = system.ActorOf(Echo.Props);
                await actor.Ask<int>(i, Long);
                await actor.GracefulStop(Long);
            }
        },
        ["questions one after the other"] = async system =>
        {
            var echo = system.ActorOf(Echo.Props);
            for (var i = 0; i < 1_000; i++)
            {
                await echo.Ask<int>(i, Long);
            }
        },
        ["a router with ten workers"] = async system => await Drained(system.ActorOf(Quiet.WithRouter(new RoundRobinPool(10))), 5_000),
        ["handlers that await for a moment"] = async system => await Drained(system.ActorOf(Props.Create(() => new Awaits())), 50),
        ["messages that are stashed and come back"] = async system => await Drained(system.ActorOf(Props.Create(() => new Stashes())), 2_000),
        ["a handler that fails now and then"] = async system =>
        {
            var actor = system.ActorOf(Handler.Fallible);
            actor.Tell("fail", ActorRefs.NoSender);
            await actor.Ask<string>("work", Long);
            actor.Tell("fail", ActorRefs.NoSender);
            await actor.Ask<string>("work", Long);
        },
        ["a few messages to an actor that has stopped"] = async system =>
        {
            var gone = system.ActorOf(Echo.Props);
            await gone.GracefulStop(Long);
            gone.TellNumbers(5);
        },
        ["one actor that is busier than nine others, and keeps up"] = async system =>
        {
            var workers = Enumerable.Range(0, 10).Select(_ => system.ActorOf(Quiet)).ToList();
            await Task.WhenAll(workers.Select(worker => Drained(worker, 10)));
            await Drained(workers[0], 5_000);
        },
        ["a bounded mailbox whose senders wait for a place"] = async system => await Drained(system.ActorOf(Quiet.WithMailbox("patient")), 500),
        ["two actors that send each other messages"] = async system =>
        {
            var ended = new TaskCompletionSource();
            var wall = system.ActorOf((context, message) => context.Sender.Tell(message));
            system.ActorOf(Handler.Props((_, message) =>
            {
                if (message is int and < 5_000 and var number)
                {
                    wall.Tell(number + 1);
                }
                else
                {
                    ended.TrySetResult();
                }
            })).Tell(0, ActorRefs.NoSender);
            await ended.Task.WaitAsync(Long);
        },
        ["nothing at all"] = _ => Task.CompletedTask,
    };

    public static TheoryData<string> Names => [.. Loads.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task No_cause_is_named_for(string load)
    {
        await using var system = Systems.Instrumented(
            "patient { mailbox-type = \"Akka.Dispatch.BoundedMailbox\", mailbox-capacity = 50, mailbox-push-timeout-time = 60s }");
        using var listening = new MetricRecorder(system) { KeepRecorded = false };
        var running = Task.Run(() => Loads[load](system));
        do
        {
            await Task.WhenAny(running, Task.Delay(10));
            var diagnosis = AkkaDiagnosis.Read(system.System);
            Assert.True(diagnosis.Causes.Count == 0, $"{load}: {string.Join('\n', diagnosis.Causes)}");
            Assert.StartsWith("Nothing is wrong.", diagnosis.Summary, StringComparison.Ordinal);
            Assert.All(diagnosis.Unchecked, text => Assert.StartsWith("Asks from outside of actors", text, StringComparison.Ordinal));
        }
        while (!running.IsCompleted);
        await running;
    }

    // All messages have been handled when the answer to the last one has come.
    private static async Task Drained(IActorRef actor, int messages)
    {
        for (var i = 1; i < messages; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
        }

        await actor.Ask<object>(0, Long);
    }

    private sealed class Works : ReceiveActor
    {
        public Works() => Receive<int>(number =>
        {
            Thread.SpinWait(20_000);
            if (number == 0)
            {
                Sender.Tell(number);
            }
        });
    }

    private sealed class Awaits : ReceiveActor
    {
        public Awaits() => ReceiveAsync<object>(async message =>
        {
            await Task.Delay(1);
            if (message is 0 or string)
            {
                Sender.Tell(message);
            }
        });
    }

    private sealed class Stashes : ReceiveActor, IWithUnboundedStash
    {
        public Stashes()
        {
            Receive<int>(number => number > 0, _ => Stash.Stash());
            ReceiveAny(message =>
            {
                Become(() => ReceiveAny(_ => { }));
                Stash.UnstashAll();
                Sender.Tell(message);
            });
        }

        public IStash Stash { get; set; } = null!;
    }
}
