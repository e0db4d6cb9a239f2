using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Conversations that never end their trace: two actors that answer each other, one that keeps itself going, and a task.</summary>
internal static class Talk
{
    // Often enough for hundreds of thousands of messages a second, seldom enough to leave others some of the processor.
    private const int Burst = 50;

    public static void Start(ActorSystem system, CancellationToken end)
    {
        var (forth, back, self, loop) = (Line.Begin("ball forth"), Line.Begin("ball back"), Line.Begin("to itself"), Line.Begin("task loop"));
        var two = system.ActorOf(Props.Create(() => new Answering(back, end)), "two");
        two.Tell(Item.Next(forth), system.ActorOf(Props.Create(() => new Answering(forth, end)), "one"));
        system.ActorOf(Props.Create(() => new SelfTelling(end)), "again").Tell(Item.Next(self));
        var worker = system.ActorOf(Props.Create(() => new Taking()), "looped");
        system.ActorOf(Props.Create(() => new LoopStarting(worker, loop, end)), "looping").Tell("start");
    }

    private static void PauseAfter(long number)
    {
        if (number % Burst == 0)
        {
            Thread.Sleep(1);
        }
    }

    private sealed class Answering : ReceiveActor
    {
        public Answering(Line answers, CancellationToken end) => Receive<Item>(item =>
        {
            item.Line.Take(item.Number);
            PauseAfter(item.Number);
            if (!end.IsCancellationRequested)
            {
                Sender.Tell(Item.Next(answers));
            }
        });
    }

    private sealed class SelfTelling : ReceiveActor
    {
        public SelfTelling(CancellationToken end) => Receive<Item>(item =>
        {
            item.Line.Take(item.Number);
            PauseAfter(item.Number);
            if (!end.IsCancellationRequested)
            {
                Self.Tell(Item.Next(item.Line));
            }
        });
    }

    private sealed class LoopStarting : ReceiveActor
    {
        public LoopStarting(IActorRef worker, Line line, CancellationToken end) => Receive<string>(_ => Task.Run(async () =>
        {
            while (!end.IsCancellationRequested)
            {
                for (var i = 0; i < Burst; i++)
                {
                    worker.Tell(Item.Next(line), ActorRefs.NoSender);
                }

                await Wait.Until(() => line.Sent - line.Handled < Burst, TimeSpan.FromSeconds(1));
            }
        }));
    }
}

/// <summary>Counts, and does nothing else.</summary>
internal sealed class Taking : ReceiveActor
{
    public Taking() => Receive<Item>(item => item.Line.Take(item.Number));
}
