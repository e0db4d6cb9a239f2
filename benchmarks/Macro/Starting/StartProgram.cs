using System.Diagnostics;
using System.Text.Json;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The measuring process of <see cref="StartRun"/>: everything in it happens for the first time.</summary>
internal static class StartProgram
{
    public const string Command = "start-child";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    public static async Task Run(State state)
    {
        // As in an application: who listens is there before the actor system, and asking is not the instrumentation's work.
        using var listeners = new Listeners(state);
        var config = ChildProgram.ConfigOf(state);
        await Task.Yield();

        var (system, started) = await Measure(() => Task.FromResult(ActorSystem.Create("bench", config)));
        var (actor, first) = await Measure(() => Answered(system.ActorOf(Props.Create(() => new One())), "first"));
        var (_, other) = await Measure(() => Answered(system.ActorOf(Props.Create(() => new Two())), "first"));
        var (_, message) = await Measure(() => Answered(actor, 1));
        var (second, again) = await Measure(() => Task.FromResult(ActorSystem.Create("other", config)));

        Console.Out.WriteLine(ChildProgram.Answer + JsonSerializer.Serialize(new StartFigures(started, first, other, message, again)));
        await second.Terminate();
        await system.Terminate();
    }

    private static async Task<IActorRef> Answered(IActorRef actor, object message)
    {
        await actor.Ask<object>(message, Patience);
        return actor;
    }

    private static async Task<(T Result, Taken Taken)> Measure<T>(Func<Task<T>> step)
    {
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var start = Stopwatch.GetTimestamp();
        var result = await step();
        return (result, new Taken(Stopwatch.GetElapsedTime(start).TotalMilliseconds, GC.GetTotalAllocatedBytes(precise: true) - bytes));
    }

    private sealed class One : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(message);
    }

    private sealed class Two : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(message);
    }
}
