using System.Diagnostics;
using System.Text.Json;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The measuring process of <see cref="IdleRun"/>: one state, so many actors below a hundred parents.</summary>
internal static class IdleProgram
{
    public const string Command = "idle-child";

    private const int WarmUp = 10_000;
    private const int Parents = 100;

    private const int Settling = 30;
    private const int Measured = 9;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    public static async Task Run(State state, int actors)
    {
        using var listeners = new Listeners(state);
        using var system = ActorSystem.Create("bench", ChildProgram.ConfigOf(state));

        // the code is there, and so is what is made once
        await Measure(system, listeners, WarmUp);
        Console.Out.WriteLine(ChildProgram.Answer + JsonSerializer.Serialize(await Measure(system, listeners, actors)));
        await system.Terminate();
    }

    private static async Task<IdleFigures> Measure(ActorSystem system, Listeners listeners, int actors)
    {
        var done = new Done();
        var parents = Enumerable.Range(0, Parents).Select(_ => system.ActorOf(Props.Create(() => new Parent(actors / Parents, done)))).ToList();
        await Task.WhenAll(parents.Select(parent => parent.Ask<string>(Order.Answer, Patience)));
        var before = Heap(out _);

        var start = Stopwatch.GetTimestamp();
        await Do(Order.Start);
        var startSeconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        var started = Heap(out var garbage);

        await Do(Order.Work);
        var worked = Heap(out _);
        var collected = await Collection(listeners);

        start = Stopwatch.GetTimestamp();
        await Do(Order.Stop);
        var stopSeconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        await Task.WhenAll(parents.Select(parent => parent.GracefulStop(Patience)));
        parents.Clear();
        listeners.Collect();
        var left = Heap(out _);

        return new IdleFigures(
            (started - before) / (double)actors,
            (worked - before) / (double)actors,
            (left - before) / (double)actors,
            startSeconds,
            stopSeconds,
            collected,
            garbage.TotalMilliseconds);

        Task Do(Order order)
        {
            var all = done.Expect(actors);
            parents.ForEach(parent => parent.Tell(order, ActorRefs.NoSender));
            return all.WaitAsync(Patience);
        }
    }

    // Milliseconds. A collection is rare, so the runtime comes to optimise its code only after some tens of them.
    private static async Task<double> Collection(Listeners listeners)
    {
        var took = new List<double>();
        for (var i = 0; i < Settling + Measured; i++)
        {
            await Task.Delay(Pause);
            took.Add(listeners.Collect().TotalMilliseconds);
        }

        return took.Skip(Settling).Median();
    }

    private static long Heap(out TimeSpan took)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var start = Stopwatch.GetTimestamp();
        GC.Collect();
        took = Stopwatch.GetElapsedTime(start);
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    private enum Order
    {
        Answer,
        Start,
        Work,
        Stop,
    }

    private sealed class Parent(int children, Done done) : UntypedActor
    {
        private static readonly object Message = new();

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case Order.Start:
                    var props = Props.Create(() => new Idle(done));
                    for (var i = 0; i < children; i++)
                    {
                        Context.ActorOf(props);
                    }

                    break;
                case Order.Work:
                    foreach (var child in Context.GetChildren())
                    {
                        child.Tell(Message, ActorRefs.NoSender);
                    }

                    break;
                case Order.Stop:
                    foreach (var child in Context.GetChildren())
                    {
                        Context.Stop(child);
                    }

                    break;
                default:
                    Sender.Tell("here");
                    break;
            }
        }
    }

    private sealed class Idle(Done done) : UntypedActor
    {
        protected override void PreStart() => done.Part();

        protected override void PostStop() => done.Part();

        protected override void OnReceive(object message) => done.Part();
    }
}
