using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using Proto;
using Proto.Metrics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A system without and one with <c>WithMetrics</c>. Its spans are in a package that is not part of this run.</summary>
internal sealed class ProtoFramework : Framework
{
    private static readonly object Question = new();

    private readonly ActorSystem _off = new(ActorSystemConfig.Setup());
    private readonly ActorSystem _on = new(ActorSystemConfig.Setup().WithMetrics());
    private IReadOnlyList<PID> _offReceivers = [];
    private IReadOnlyList<PID> _onReceivers = [];

    public override string MessageInstrument => "protoactor_actor_messagereceive_duration";

    public override int? SpansPerMessage(PeerWorkload workload) => 0;

    public override bool Has(PeerState state) => !state.HasSpans;

    public override Task Start()
    {
        _offReceivers = Receivers(_off);
        _onReceivers = Receivers(_on);
        return Task.CompletedTask;

        static IReadOnlyList<PID> Receivers(ActorSystem system) =>
            [.. Enumerable.Range(0, Lanes.Count).Select(_ => system.Root.Spawn(Props.FromProducer(static () => new Receiver())))];
    }

    public override void Listen(TracerProviderBuilder spans) => throw new NotSupportedException();

    public override void Listen(MeterProviderBuilder metrics) => metrics.AddMeter(ProtoMetrics.MeterName);

    public override Task Run(PeerWorkload workload, PeerState state, int messages)
    {
        var (root, receivers) = state == PeerState.Off ? (_off.Root, _offReceivers) : (_on.Root, _onReceivers);
        return workload == PeerWorkload.Request
            ? Lanes.Ask(messages, lane => root.RequestAsync<object>(receivers[lane], Question, CancellationToken.None))
            : Lanes.Tell(messages, lane =>
            {
                root.Send(receivers[lane], Lanes.All[lane]);
                return default;
            });
    }

    public override async ValueTask DisposeAsync()
    {
        await _off.ShutdownAsync();
        await _on.ShutdownAsync();
        await _off.DisposeAsync();
        await _on.DisposeAsync();
    }

    private sealed class Receiver : IActor
    {
        public Task ReceiveAsync(IContext context)
        {
            if (context.Message is Lane lane)
            {
                lane.Handled();
            }
            else if (context.Sender is not null)
            {
                context.Respond(context.Message!);
            }

            return Task.CompletedTask;
        }
    }
}
