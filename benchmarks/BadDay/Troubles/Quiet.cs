using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An actor type that works little: ten messages a second, of which a few fail, are logged or send a dead letter.</summary>
internal sealed class Quiet<TKind> : ReceiveActor
{
    private const int Fails = 20;
    private const int Logs = 25;
    private const int SendsDead = 30;

    public Quiet() => Receive<Work<TKind>>(work =>
    {
        work.Line.Take(work.Number);
        if (work.Number % SendsDead == 1)
        {
            work.Line.CountDead();
            Context.System.DeadLetters.Tell(new Gone<TKind>(), Self);
        }

        if (work.Number % Logs == 2)
        {
            Context.GetLogger().Warning("{0} has handled {1}", QuietTypes.LineOf<TKind>(), work.Number);
        }

        if (work.Number % Fails == 3)
        {
            work.Line.Throw();
        }
    });
}

internal sealed record Work<TKind>(Line Line, long Number);

internal sealed record Gone<TKind>;

internal struct Ada;

internal struct Bea;

internal struct Cat;

internal struct Dan;

internal struct Eve;

internal struct Fay;

/// <summary>The quiet actor types.</summary>
internal static class QuietTypes
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>A quiet type by its names in telemetry, and its messages.</summary>
    public sealed record QuietType(string Actor, string Message, string Lost, Line Line, Action<ActorSystem> Start, Action Send)
    {
        /// <summary>On which pages a viewer has seen it.</summary>
        public HashSet<string> SeenOn { get; } = [];
    }

    public static IReadOnlyList<QuietType> All { get; } = [Make<Ada>(), Make<Bea>(), Make<Cat>(), Make<Dan>(), Make<Eve>(), Make<Fay>()];

    public static string LineOf<TKind>() => $"quiet {typeof(TKind).Name}";

    public static async Task SendUntil(CancellationToken end)
    {
        while (await Wait.For(Pause, end))
        {
            foreach (var type in All)
            {
                type.Send();
            }
        }
    }

    private static QuietType Make<TKind>()
    {
        var (name, line) = (typeof(TKind).Name, Line.Begin(LineOf<TKind>()));
        IActorRef actor = ActorRefs.Nobody;
        return new QuietType(
            $"Quiet<{name}>", $"Work<{name}>", $"Gone<{name}>", line,
            system => actor = system.ActorOf(Props.Create<Quiet<TKind>>(), $"quiet-{name}"),
            () => actor.Tell(new Work<TKind>(line, line.Next()), ActorRefs.NoSender));
    }
}
