using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Handlers that block their thread, and handlers that throw after an await.</summary>
internal static class Handlers
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Blocks = TimeSpan.FromSeconds(2.5);
    private static readonly TimeSpan Awaits = TimeSpan.FromMilliseconds(100);

    public static async Task RunUntil(ActorSystem system, CancellationToken end)
    {
        var (blocking, throwing) = (Line.Begin("blocking"), Line.Begin("throws after an await"));
        var (one, two) = (system.ActorOf(Props.Create<Blocking>(), "blocking"), system.ActorOf(Props.Create<Throwing>(), "throwing"));
        do
        {
            one.Tell(Item.Next(blocking), ActorRefs.NoSender);
            for (var i = 0; i < 10; i++)
            {
                two.Tell(Item.Next(throwing), ActorRefs.NoSender);
            }
        }
        while (await Wait.For(Pause, end));
    }

    private sealed class Blocking : ReceiveActor
    {
        public Blocking() => Receive<Item>(item =>
        {
            item.Line.Take(item.Number);
            Thread.Sleep(Blocks);
        });
    }

    private sealed class Throwing : ReceiveActor
    {
        public Throwing() => ReceiveAsync<Item>(async item =>
        {
            item.Line.Take(item.Number);
            await Task.Delay(Awaits);
            item.Line.Throw();
        });
    }
}
