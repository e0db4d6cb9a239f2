using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using Orleans.Concurrency;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One silo without and one with <c>AddActivityPropagation</c>. Its meter has no switch.</summary>
internal sealed class OrleansFramework : Framework
{
    private IHost _off = null!;
    private IHost _on = null!;
    private IReadOnlyList<IPeerGrain> _offGrains = [];
    private IReadOnlyList<IPeerGrain> _onGrains = [];

    public override string MessageInstrument => "orleans-messaging-processing-dispatcher-processed";

    // One for the call and one for the grain.
    public override int? SpansPerMessage(PeerWorkload workload) => 2;

    public override async Task Start()
    {
        (_off, _offGrains) = await StartSilo(static _ => { });
        (_on, _onGrains) = await StartSilo(static silo => silo.AddActivityPropagation());
    }

    public override void Listen(TracerProviderBuilder spans) => spans.AddSource("Microsoft.Orleans.Runtime", "Microsoft.Orleans.Application");

    public override void Listen(MeterProviderBuilder metrics) => metrics.AddMeter("Microsoft.Orleans");

    public override Task Run(PeerWorkload workload, PeerState state, int messages)
    {
        var grains = state == PeerState.Off ? _offGrains : _onGrains;
        return workload == PeerWorkload.Request
            ? Lanes.Ask(messages, lane => grains[lane].Ask(lane))
            : Lanes.Tell(messages, lane => new ValueTask(grains[lane].Tell(lane)));
    }

    public override async ValueTask DisposeAsync()
    {
        await _off.StopAsync();
        await _on.StopAsync();
        _off.Dispose();
        _on.Dispose();
    }

    private static async Task<(IHost Silo, IReadOnlyList<IPeerGrain> Grains)> StartSilo(Action<ISiloBuilder> configure)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.UseOrleans(silo => configure(silo.UseLocalhostClustering(FreePort(), FreePort())));
        var host = builder.Build();
        await host.StartAsync();
        var factory = host.Services.GetRequiredService<IGrainFactory>();
        return (host, [.. Enumerable.Range(0, Lanes.Count).Select(lane => factory.GetGrain<IPeerGrain>(lane))]);
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}

/// <summary>The receiver of a lane.</summary>
public interface IPeerGrain : IGrainWithIntegerKey
{
    /// <summary>A question.</summary>
    /// <returns>The same number.</returns>
    Task<int> Ask(int number);

    /// <summary>A message of this lane.</summary>
    [OneWay]
    Task Tell(int lane);
}

/// <inheritdoc />
public sealed class PeerGrain : Grain, IPeerGrain
{
    /// <inheritdoc />
    public Task<int> Ask(int number) => Task.FromResult(number);

    /// <inheritdoc />
    public Task Tell(int lane)
    {
        Lanes.All[lane].Handled();
        return Task.CompletedTask;
    }
}
