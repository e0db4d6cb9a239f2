using Akka.Actor;
using Akka.Configuration;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Plain Akka.NET, and Akka.NET with this library.</summary>
internal sealed class AkkaFramework : Framework
{
    private static readonly object Question = new();

    private Receivers _plain = null!;
    private Receivers _onePercent = null!;
    private Receivers _everything = null!;

    public override string MessageInstrument => "akka.actor.messages";

    // This library draws the share itself.
    public override Sampler Sampler(double share) => new ParentBasedSampler(new AlwaysOnSampler());

    public override int? SpansPerMessage(PeerWorkload workload) => 1;

    public override Task Start()
    {
        var quiet = ConfigurationFactory.ParseString(
            """
            akka {
              stdout-loglevel = OFF
              loglevel = ERROR
              log-dead-letters = off
              coordinated-shutdown.run-by-clr-shutdown-hook = off
            }
            """);
        _plain = new Receivers(quiet);
        _onePercent = new Receivers(Instrumented(0.01));
        _everything = new Receivers(Instrumented(1));
        return Task.CompletedTask;

        Config Instrumented(double share) => AkkaInstrumentationConfig.Defaults.WithFallback(quiet)
            .WithFallback(ConfigurationFactory.ParseString(
                FormattableString.Invariant($"akka.instrumentation.tracing.sampling.ratio = {share}")));
    }

    public override void Listen(TracerProviderBuilder spans) => spans.AddAkkaInstrumentation();

    public override void Listen(MeterProviderBuilder metrics) => metrics.AddAkkaInstrumentation();

    public override Task Run(PeerWorkload workload, PeerState state, int messages)
    {
        var receivers = (state == PeerState.Off ? _plain : state.Share < 1 ? _onePercent : _everything).Lanes;
        return workload == PeerWorkload.Request
            ? Lanes.Ask(messages, lane => receivers[lane].Ask<object>(Question, TimeSpan.FromMinutes(1)))
            : Lanes.Tell(messages, lane =>
            {
                receivers[lane].Tell(Lanes.All[lane], ActorRefs.NoSender);
                return default;
            });
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var receivers in new[] { _plain, _onePercent, _everything })
        {
            await receivers.System.Terminate();
            receivers.System.Dispose();
        }
    }

    private sealed class Receivers
    {
        public Receivers(Config config)
        {
            System = ActorSystem.Create("peers", config);
            Lanes = [.. Enumerable.Range(0, Benchmarks.Lanes.Count).Select(_ => System.ActorOf(Props.Create(() => new Receiver())))];
        }

        public ActorSystem System { get; }

        public IReadOnlyList<IActorRef> Lanes { get; }
    }

    private sealed class Receiver : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (message is Lane lane)
            {
                lane.Handled();
            }
            else
            {
                Sender.Tell(message);
            }
        }
    }
}
