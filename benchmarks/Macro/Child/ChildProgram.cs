using System.Text.Json;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The measuring process: one state, one workload. It writes <c>ready</c> after its warm-up, then answers each
/// <c>iterate</c> on its input with an <see cref="Iteration"/>, and <c>finish</c> with its <see cref="Totals"/>.
/// </summary>
internal static class ChildProgram
{
    public const string Command = "child";
    public const string Ready = "ready";
    public const string Iterate = "iterate";
    public const string Finish = "finish";
    public const string Answer = "=> ";

    public static async Task Run(State state, IWorkload workload, int messages)
    {
        WorkActor.Hand = state.Hand;
        using var listeners = new Listeners(state);
        using var system = ActorSystem.Create("bench", ConfigOf(state, workload.Hocon));
        StartScheduler(system);
        await workload.Start(system);
        var total = await Measurement.WarmUp(workload, messages);
        Write(Ready);

        while (await Console.In.ReadLineAsync() == Iterate)
        {
            total += await Measurement.RunIn(workload, messages);
            var iteration = await Measurement.Iterate(workload, messages);
            total += iteration.Messages;
            Write(JsonSerializer.Serialize(iteration));
        }

        var (spans, recorded, exported) = listeners.Flush();
        Write(JsonSerializer.Serialize(new Totals(total, spans, recorded, exported)));
        await system.Terminate();
    }

    // In every state, as in nearly every application: timers, receive timeouts, remoting and persistence start it. Its clock ticks a hundred times a second.
    private static void StartScheduler(ActorSystem system) => system.Scheduler.Advanced.ScheduleOnce(TimeSpan.Zero, static () => { });

    // As WithInstrumentation() chooses it: Asks are measured and traced.
    private static readonly Config Provider = ConfigurationFactory.ParseString(
        "akka.actor.provider = \"AkkaInstrumentation.InstrumentedLocalActorRefProvider, AkkaInstrumentation.Insight\"");

    /// <summary>The state's settings over those of a workload.</summary>
    public static Config ConfigOf(State state, string workload = "")
    {
        var config = ConfigurationFactory.ParseString(
            $$"""
            akka {
              stdout-loglevel = OFF
              loglevel = ERROR
              log-dead-letters = off
              log-dead-letters-during-shutdown = off
              coordinated-shutdown.run-by-clr-shutdown-hook = off
            }
            {{workload}}
            {{state.Hocon}}
            """);
        return state.Installed ? AkkaInstrumentationConfig.Defaults.WithFallback(config).WithFallback(Provider) : config;
    }

    // anything else that reaches the output is not an answer
    private static void Write(string text)
    {
        Console.Out.WriteLine(Answer + text);
        Console.Out.Flush();
    }
}
