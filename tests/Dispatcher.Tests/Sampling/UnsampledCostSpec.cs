using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// Bytes for each message that is not recorded, with a listener that would record it, above plain Akka: none, where traces share their ids. The test kit's
/// dispatcher runs all on this thread, one run for each message, so that the number is exact.
/// </summary>
[Collection(Alone.Name)]
public sealed class UnsampledCostSpec
{
    private const string CallingThread = "akka.test.calling-thread-dispatcher";

    [Theory]
    [InlineData("tracing.sampling.ratio = 0", false, false)]
    [InlineData("tracing.sampling.ratio = 0", true, false)]
    [InlineData("tracing.sampling.ratio = 0", false, true)]
    [InlineData("tracing.sampling.ratio = 0", true, true)]
    [InlineData("tracing.sampling.budget = 0.1", false, false)]
    [InlineData("tracing.sampling.budget = 0.1", true, true)]
    [InlineData("metrics.distributions-rate = 10, tracing.enabled = off", true, false)]
    [InlineData("metrics.distributions-rate = 10, tracing.sampling.ratio = 0", true, true)]
    [InlineData("tracing { sampling.ratio = 0, retroactive.errors = off }", true, true)]
    [InlineData("tracing { sampling.ratio = 0, retroactive.slow-work = 1m }", false, true)]
    [InlineData("tracing { sampling.ratio = 0, retroactive.slow-wait = 1m }", false, true)]
    [InlineData("tracing { sampling.ratio = 0, retroactive { slow-work = 1m, slow-wait = 1m } }", true, true)]
    [InlineData("tracing.sampling.ratio = 0, metrics { max-message-types = 1, distributions-rate = 10 }", true, true)]
    [InlineData("rules.none { message = Object, trace = never }", true, true)]
    [InlineData("rules.none { message = Object, ratio = 0 }", true, true)]
    public async Task An_unrecorded_message_costs_no_bytes(string setting, bool withMetrics, bool toTheNextActor)
    {
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        using var metrics = withMetrics ? Unheeding.Metrics() : null;
        using var plain = new Kit(Config.Empty);
        using var instrumented = new Kit(
            ConfigurationFactory.ParseString($"akka.instrumentation {{ {setting} }}\nakka.instrumentation.tracing.sampling.unsampled-trace-ids = never").WithFallback(AkkaInstrumentationConfig.Defaults));

        // each hundredth of a second has an id, which is no cost of a message
        using var held = new HeldClock();
        var before = await plain.BytesPerMessage(toTheNextActor, expected: null);
        var after = await instrumented.BytesPerMessage(toTheNextActor, expected: before);

        Assert.Equal(before, after);
    }

    private sealed class Kit(Config config) : TestKit(config)
    {
        public async Task<double> BytesPerMessage(bool toTheNextActor, double? expected)
        {
            var message = new object();
            var last = await Started(ActorRefs.Nobody);
            var actor = toTheNextActor ? await Started(last) : last;
            return AllocationMeter.OnThread(() => actor.Tell(message, ActorRefs.NoSender), expected);
        }

        private async Task<IActorRef> Started(IActorRef next)
        {
            var actor = Sys.ActorOf(Props.Create(() => new Passing(next)).WithDispatcher(CallingThread));
            await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
            return actor;
        }
    }

    private sealed class Passing(IActorRef next) : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            if (!next.IsNobody())
            {
                next.Tell(message, ActorRefs.NoSender);
            }
        }
    }
}
