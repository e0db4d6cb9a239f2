using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Four more actor systems, which start and end in turns. One ends when its actors have got all messages.</summary>
internal static class Turns
{
    private const int Systems = 4;
    private const int Actors = 20;
    private const int Messages = 2_000;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly Config Config = AkkaInstrumentationConfig.Defaults.WithFallback(ConfigurationFactory.ParseString(
        """
        akka {
          stdout-loglevel = OFF
          loglevel = OFF
          coordinated-shutdown.run-by-clr-shutdown-hook = off
          instrumentation.tracing.sampling.budget = 10
        }
        """));

    /// <summary>How many systems ended.</summary>
    public static int Ended { get; private set; }

    public static async Task RunUntil(CancellationToken end)
    {
        var lines = Enumerable.Range(0, Actors).Select(number => Line.Begin($"turn {number}")).ToArray();
        var alive = new Queue<ActorSystem>();
        for (var number = 0; await Wait.For(Pause, end); number++)
        {
            if (alive.Count == Systems)
            {
                await End(alive.Dequeue());
            }

            var system = ActorSystem.Create($"turn-{number % Systems}", Config);
            alive.Enqueue(system);
            var actors = lines.Select((_, i) => system.ActorOf(Props.Create<Taking>(), $"{i}")).ToArray();
            await Wait.UntilStarted(actors);
            for (var i = 0; i < Messages; i++)
            {
                actors[i % Actors].Tell(Item.Next(lines[i % Actors]), ActorRefs.NoSender);
            }

            await Wait.Until(() => lines.All(line => line.IsQuiet), Patience);
        }

        while (alive.TryDequeue(out var last))
        {
            await End(last);
        }
    }

    private static async Task End(ActorSystem system)
    {
        await system.Terminate().WaitAsync(Patience);
        Ended++;
    }
}
