using System.Diagnostics;
using System.Runtime.InteropServices;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The process that is stepped through. One thread sends and runs all mailboxes, so nothing waits for another. It stops before and after each
/// operation, for <see cref="Stepper"/>.
/// </summary>
internal static class TouchedChild
{
    public const string Command = "touched-child";

    private const int Stop = 19;

    private static readonly TimeSpan Load = TimeSpan.FromSeconds(0.3);

    public static void Run(State state, string what)
    {
        WorkActor.Hand = state.Hand;
        using var listeners = new Listeners(state);
        var dispatcher = state.Installed ? "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher" : "Dispatcher";
        var here = ConfigurationFactory.ParseString(
            $$"""
            here { type = "{{dispatcher}}", executor = "{{OnThisThread.TypeName}}", throughput = 30 }
            """);
        using var system = ActorSystem.Create("touched", here.WithFallback(ChildProgram.ConfigOf(state)));
        system.Scheduler.Advanced.ScheduleOnce(TimeSpan.Zero, static () => { });
        var operation = OneThread.All[what](system);
        Tiering.Settle(operation);
        Tiering.Settle(operation);
        Console.Out.WriteLine($"{ChildProgram.Answer}{Environment.ProcessId}");
        Console.Out.Flush();
        while (Console.In.ReadLine() is not null)
        {
            // under load, few messages are timed
            for (var start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < Load;)
            {
                operation();
            }

            _ = raise(Stop);
            operation();
            _ = raise(Stop);
        }
    }

    [DllImport("libc")]
    private static extern int raise(int signal);
}
