using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What one turn took.</summary>
/// <param name="CpuNanoseconds">Processor time of the process for each message.</param>
/// <param name="Bytes">Allocated bytes for each message.</param>
/// <param name="P50">Latency from the time at which a message was due, microseconds.</param>
/// <param name="P90">The same.</param>
/// <param name="P99">The same.</param>
/// <param name="PerSecond">Messages that were handled each second: fewer than were due where the machine is too slow for them.</param>
internal sealed record PageTurn(double CpuNanoseconds, double Bytes, double P50, double P90, double P99, double PerSecond);

/// <summary>
/// The measuring process of one state: an application with so many actors that get messages at a constant rate, in a burst each millisecond. It writes its address,
/// then answers each line on its input with a <see cref="PageTurn"/>.
/// </summary>
internal static class PageChild
{
    public const string Command = "child";
    public const int Actors = 100_000;
    public const int PerSecond = 200_000;

    private const int Seconds = 5;
    private const int WarmUpSeconds = 6;

    // The latency of every so many-th actor's messages is measured.
    private const int Measured = 100;

    public static async Task<int> Run(PageState state)
    {
        using var system = ActorSystem.Create("bench", AkkaInstrumentationConfig.Defaults.WithFallback(ConfigurationFactory.ParseString(
            "akka { stdout-loglevel = OFF, loglevel = ERROR, coordinated-shutdown.run-by-clr-shutdown-hook = off }")));
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton<ActorSystem>(_ => system);
        await using var app = builder.Build();
        if (state.IsMapped)
        {
            app.MapAkkaDashboard("/akka", options => options.KeepHistory = state.KeepsHistory).AllowAnonymous();
        }

        await app.StartAsync();
        var (done, latencies) = (new Done(), new LatencyHistogram());
        // Two Props for all actors: each from an expression with a closure takes a quarter of a millisecond to compile.
        var (measured, other) = (Props.Create<Counting>(done, latencies), Props.Create<Counting>(done, null));
        var actors = Enumerable.Range(0, Actors).Select(number => system.ActorOf(number % Measured == 0 ? measured : other, $"{number}")).ToArray();
        await Load(WarmUpSeconds);
        NodeProcess.Write(app.Urls.First());
        while (Console.In.ReadLine() is not null)
        {
            await Load(1);
            NodeProcess.Write(await Turn());
        }

        await app.StopAsync();
        return 0;

        async Task<PageTurn> Turn()
        {
            lock (latencies)
            {
                latencies.Clear();
            }

            using var process = Process.GetCurrentProcess();
            var bytes = GC.GetTotalAllocatedBytes(precise: true);
            var (cpu, begun) = (process.TotalProcessorTime, Stopwatch.GetTimestamp());
            await Load(Seconds);
            var elapsed = Stopwatch.GetElapsedTime(begun);
            process.Refresh();
            cpu = process.TotalProcessorTime - cpu;
            bytes = GC.GetTotalAllocatedBytes(precise: true) - bytes;
            var messages = (double)Seconds * PerSecond;
            lock (latencies)
            {
                return new(
                    cpu.TotalNanoseconds / messages, bytes / messages, latencies.Microseconds(0.5), latencies.Microseconds(0.9), latencies.Microseconds(0.99), messages / elapsed.TotalSeconds);
            }
        }

        async Task Load(int seconds)
        {
            var messages = seconds * PerSecond;
            var all = done.Expect(messages);
            var next = 0;
            new Thread(() => Arrivals.InBursts(messages, PerSecond, due =>
            {
                actors[next].Tell(new Item(due), ActorRefs.NoSender);
                next = next + 1 == Actors ? 0 : next + 1;
            })).UnsafeStart();
            await all;
        }
    }

    private sealed record Item(long Due);

    private sealed class Counting(Done done, LatencyHistogram? latencies) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (latencies is not null)
            {
                var elapsed = Stopwatch.GetTimestamp() - ((Item)message).Due;
                lock (latencies)
                {
                    latencies.Record((long)(elapsed * 1e9 / Stopwatch.Frequency));
                }
            }

            done.Part();
        }
    }
}
