using System.Runtime;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Tests.Starting;

/// <summary>
/// The process whose start is counted: an actor system, and an actor that answers. Its output is how many methods the runtime has compiled for
/// them, and how many bytes the starting thread allocates for another system.
/// </summary>
internal static class StartedProgram
{
    public const string Argument = "started";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    public static async Task Run(bool instrumented)
    {
        var config = ConfigurationFactory.ParseString("akka { stdout-loglevel = OFF, loglevel = ERROR }");
        config = instrumented ? AkkaInstrumentationConfig.Defaults.WithFallback(config) : config;

        var before = JitInfo.GetCompiledMethodCount();
        using var first = ActorSystem.Create("first", config);
        await first.ActorOf(Props.Create(() => new Answering())).Ask<string>("first", Patience);
        var methods = JitInfo.GetCompiledMethodCount() - before;

        // What a second system is the first to reach is not counted.
        using var second = ActorSystem.Create("second", config);
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        using var third = ActorSystem.Create("third", config);
        Console.WriteLine($"{methods} {GC.GetAllocatedBytesForCurrentThread() - allocated}");
    }

    private sealed class Answering : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(message);
    }
}
