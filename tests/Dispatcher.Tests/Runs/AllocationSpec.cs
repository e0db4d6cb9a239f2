using Akka.Actor;

namespace AkkaInstrumentation.Tests.Runs;

/// <summary>What a message costs in bytes above plain Akka. Exact, unlike time.</summary>
[Collection(Alone.Name)]
public class AllocationSpec
{
    private const int Messages = 100_000;

    [Fact]
    public async Task Nobody_listens_and_nothing_is_allocated()
    {
        Assert.InRange(await OverPlainAkka(), double.MinValue, 0.1);
    }

    [Fact]
    public async Task Metrics_allocate_nothing_for_a_message()
    {
        using var metrics = new System.Diagnostics.Metrics.MeterListener();
        metrics.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == AkkaTelemetry.MeterName)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        metrics.SetMeasurementEventCallback<double>((_, _, _, _) => { });
        metrics.Start();

        Assert.InRange(await OverPlainAkka(), double.MinValue, 0.1);
    }

    private static async Task<double> OverPlainAkka()
    {
        await using var plain = Systems.Plain();
        await using var instrumented = Systems.Instrumented();
        var before = await BytesPerMessage(plain);
        return await BytesPerMessage(instrumented) - before;
    }

    // In portions, so that neither queue grows; without an Ask, whose own allocations depend on who is first.
    private static async Task<double> BytesPerMessage(TestSystem system)
    {
        var message = new object();
        var count = new Count();
        var actor = system.ActorOf(Counting.Props(count));
        return await AllocationMeter.InProcess(
            () =>
            {
                for (var i = 0; i < Messages; i += 100)
                {
                    var until = count.Value + 100;
                    for (var j = 0; j < 100; j++)
                    {
                        actor.Tell(message, ActorRefs.NoSender);
                    }

                    SpinWait.SpinUntil(() => count.Value == until);
                }

                return Task.CompletedTask;
            },
            Messages);
    }

    private sealed class Count
    {
        private int _value;

        public int Value => Volatile.Read(ref _value);

        public void Add() => Volatile.Write(ref _value, _value + 1);
    }

    private sealed class Counting(Count count) : UntypedActor
    {
        public static Props Props(Count count) => Akka.Actor.Props.Create(() => new Counting(count));

        protected override void OnReceive(object message) => count.Add();
    }
}
