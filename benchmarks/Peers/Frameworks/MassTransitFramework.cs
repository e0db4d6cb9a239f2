using MassTransit;
using MassTransit.Logging;
using MassTransit.Mediator;
using MassTransit.Monitoring;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The mediator. It has no switch, so its states off and idle are the same, and no queue, so it has no messages one way.</summary>
internal sealed class MassTransitFramework : Framework
{
    private static readonly PeerQuestion Question = new();

    private ServiceProvider _services = null!;
    private IMediator _mediator = null!;

    public override string MessageInstrument => "messaging.masstransit.consume";

    public override int? SpansPerMessage(PeerWorkload workload) => workload == PeerWorkload.Request ? 4 : null;

    public override Task Start()
    {
        _services = new ServiceCollection().AddLogging().AddMediator(mediator => mediator.AddConsumer<Answering>()).BuildServiceProvider();
        _mediator = _services.GetRequiredService<IMediator>();
        return Task.CompletedTask;
    }

    public override void Listen(TracerProviderBuilder spans) => spans.AddSource(DiagnosticHeaders.DefaultListenerName);

    public override void Listen(MeterProviderBuilder metrics) => metrics.AddMeter(InstrumentationOptions.MeterName);

    public override Task Run(PeerWorkload workload, PeerState state, int messages)
    {
        var clients = Enumerable.Range(0, Lanes.Count).Select(_ => _mediator.CreateRequestClient<PeerQuestion>()).ToList();
        return Lanes.Ask(messages, lane => clients[lane].GetResponse<PeerAnswer>(Question));
    }

    public override ValueTask DisposeAsync() => _services.DisposeAsync();

    private sealed class Answering : IConsumer<PeerQuestion>
    {
        public Task Consume(ConsumeContext<PeerQuestion> context) => context.RespondAsync(new PeerAnswer());
    }
}
