using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Counts the top-level types of the library of which a method is first compiled while a new actor gets its first messages. Spans and metrics have
/// listeners. One process for each kind of message.
/// </summary>
internal static class EnteredProgram
{
    public const string Command = "entered";

    private const int Messages = 30;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    /// <param name="kind"><c>unsampled</c>, <c>sampled</c>, <c>failing</c> or <c>awaiting</c>.</param>
    public static async Task<int> Run(string kind)
    {
        if (kind is not ("unsampled" or "sampled" or "failing" or "awaiting"))
        {
            Console.Error.WriteLine($"entered {kind}: use unsampled, sampled, failing or awaiting.");
            return 2;
        }

        using var spans = new ActivityListener { ShouldListenTo = _ => true, Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded };
        ActivitySource.AddActivityListener(spans);
        using var metrics = new MeterListener { InstrumentPublished = (instrument, listener) => listener.EnableMeasurementEvents(instrument) };
        metrics.Start();
        var ratio = kind == "unsampled" ? 0 : 1;
        using var system = ActorSystem.Create("entered", ConfigurationFactory.ParseString(
            $"akka.loglevel = OFF\nakka.stdout-loglevel = OFF\nakka.instrumentation.tracing.sampling.ratio = {ratio}").WithFallback(AkkaInstrumentationConfig.Defaults));
        var last = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var compiled = new CompiledTypes();
        var actor = system.ActorOf(Props.Create(() => new Receiver(kind, last)));
        for (var i = 1; i <= Messages; i++)
        {
            actor.Tell(i);
        }

        await last.Task.WaitAsync(Patience);

        // The last events are on their way. Not longer: the watchdog and the adaptation have threads of their own.
        await Task.Delay(TimeSpan.FromMilliseconds(50));
        var types = compiled.Types;
        Console.WriteLine($"{kind}: {types.Count} types\n  {string.Join("\n  ", types)}");
        await system.Terminate();
        return 0;
    }

    private sealed class Receiver : ReceiveActor
    {
        public Receiver(string kind, TaskCompletionSource last)
        {
            if (kind == "awaiting")
            {
                ReceiveAsync<int>(async message =>
                {
                    await Task.Yield();
                    End(message, last);
                });
                return;
            }

            Receive<int>(message =>
            {
                End(message, last);
                if (kind == "failing")
                {
                    throw new InvalidOperationException("on purpose");
                }
            });
        }

        private static void End(int message, TaskCompletionSource last)
        {
            if (message == Messages)
            {
                last.SetResult();
            }
        }
    }

    /// <summary>Listens to the runtime: which methods it has compiled.</summary>
    private sealed class CompiledTypes : EventListener
    {
        private const EventKeywords Jit = (EventKeywords)0x10;

        private readonly ConcurrentDictionary<string, bool> _types = new();

        public IReadOnlyList<string> Types => [.. _types.Keys.Order()];

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "Microsoft-Windows-DotNETRuntime")
            {
                EnableEvents(source, EventLevel.Verbose, Jit);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.EventName?.StartsWith("MethodLoadVerbose", StringComparison.Ordinal) == true
                && written.Payload?[6] is string type
                && type.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal)
                && !type.StartsWith("AkkaInstrumentation.Benchmarks.", StringComparison.Ordinal))
            {
                _types.TryAdd(type.Split('+', '`', '[')[0], true);
            }
        }
    }
}
