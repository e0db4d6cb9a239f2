using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using Wolverine;
using Wolverine.Attributes;
using Wolverine.Runtime;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Questions by <c>InvokeAsync</c>, which runs the handler inline; one way through local queues. Its metrics have no switch.</summary>
internal sealed class WolverineFramework : Framework
{
    private static readonly PeerQuestion Question = new();
    private static readonly IReadOnlyList<PeerMessage> Messages = [.. Enumerable.Range(0, Lanes.Count).Select(lane => new PeerMessage(lane))];

    private IHost _off = null!;
    private IHost _on = null!;

    public override string MessageInstrument => "wolverine-execution-time";

    public override int? SpansPerMessage(PeerWorkload workload) => workload == PeerWorkload.Request ? 1 : 2;

    public override async Task Start()
    {
        _off = await StartHost(typeof(PeersWithoutTelemetry), isTelemetryEnabled: false);
        _on = await StartHost(typeof(PeersWithTelemetry), isTelemetryEnabled: true);
    }

    public override void Listen(TracerProviderBuilder spans) => spans.AddSource("Wolverine");

    public override void Listen(MeterProviderBuilder metrics) => metrics.AddMeter("Wolverine*");

    public override Task Run(PeerWorkload workload, PeerState state, int messages)
    {
        // A bus is cheap and belongs to one thread.
        var runtime = (state == PeerState.Off ? _off : _on).Services.GetRequiredService<IWolverineRuntime>();
        var buses = Enumerable.Range(0, Lanes.Count).Select(_ => new MessageBus(runtime)).ToList();
        return workload == PeerWorkload.Request
            ? Lanes.Ask(messages, lane => buses[lane].InvokeAsync<PeerAnswer>(Question))
            : Lanes.Tell(messages, lane => buses[lane].PublishAsync(Messages[lane]));
    }

    public override async ValueTask DisposeAsync()
    {
        await _off.StopAsync();
        await _on.StopAsync();
        _off.Dispose();
        _on.Dispose();
    }

    private static async Task<IHost> StartHost(Type handlers, bool isTelemetryEnabled)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.UseWolverine(options =>
        {
            options.Durability.Mode = DurabilityMode.Solo;
            options.Discovery.DisableConventionalDiscovery().IncludeType(handlers);
            options.Policies.AllLocalQueues(queue => queue.TelemetryEnabled(isTelemetryEnabled));
        });
        var host = builder.Build();
        await host.StartAsync();
        return host;
    }
}

/// <summary>The handlers of the state off.</summary>
public static class PeersWithoutTelemetry
{
    /// <summary>Answers.</summary>
    [WolverineLogging(telemetryEnabled: false)]
    public static PeerAnswer Handle(PeerQuestion question) => new();

    /// <summary>Counts.</summary>
    [WolverineLogging(telemetryEnabled: false)]
    public static void Handle(PeerMessage message) => Lanes.All[message.Lane].Handled();
}

/// <summary>The handlers of the other states.</summary>
public static class PeersWithTelemetry
{
    /// <summary>Answers.</summary>
    public static PeerAnswer Handle(PeerQuestion question) => new();

    /// <summary>Counts.</summary>
    public static void Handle(PeerMessage message) => Lanes.All[message.Lane].Handled();
}

/// <summary>A question.</summary>
public sealed record PeerQuestion;

/// <summary>Its answer.</summary>
public sealed record PeerAnswer;

/// <summary>A message of this lane.</summary>
public sealed record PeerMessage(int Lane);
