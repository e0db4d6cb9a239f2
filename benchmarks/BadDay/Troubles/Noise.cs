using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An actor type that fails, restarts, sends dead letters and logs a line with each of its messages, up to two thousand a second.</summary>
internal static class Noise
{
    private const int Actors = 4;
    private const int Burst = 20;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    public static async Task RunUntil(ActorSystem system, CancellationToken end)
    {
        var actors = Enumerable.Range(0, Actors).Select(number => system.ActorOf(Props.Create<Noisy>(), $"noisy-{number}")).ToArray();
        var lines = actors.Select((_, number) => Line.Begin($"noisy {number}")).ToArray();
        while (await Wait.For(Pause, end))
        {
            for (var i = 0; i < Burst; i++)
            {
                var line = lines[i % Actors];
                if (line.Sent - line.Handled < Burst)
                {
                    actors[i % Actors].Tell(Item.Next(line), ActorRefs.NoSender);
                }
            }
        }
    }

    private sealed class Noisy : ReceiveActor
    {
        public Noisy() => Receive<Item>(item =>
        {
            item.Line.Take(item.Number);
            Context.System.DeadLetters.Tell(item, Self);
            Context.GetLogger().Warning("noise {0}", item.Number);
            item.Line.Throw();
        });
    }
}
