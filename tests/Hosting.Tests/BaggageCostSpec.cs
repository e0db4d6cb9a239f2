namespace AkkaInstrumentation.Tests;

/// <summary>Where there is no baggage, being ready for it allocates nothing: neither for what is not recorded nor for what is.</summary>
[Collection(Alone.Name)]
public sealed class BaggageCostSpec
{
    // what a recorded message costs where nothing could flow: Dispatcher.Tests, AllocationSpec
    private const double Recorded = 681;

    // a hundred messages are sent at a time: the smallest object for each run would be 0.24 bytes a message
    private const double LessThanAnObjectARun = 0.2;

    [Theory]
    [InlineData("ratio = 0", LessThanAnObjectARun)]
    [InlineData("ratio = 1", Recorded)]
    public async Task Nothing_is_allocated_for_it(string sampling, double limit)
    {
        OpenTelemetryBaggage.Connect();
        Assert.Equal(0, Baggage.Current.Count);
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var plain = Systems.Plain();
        await using var instrumented = Systems.Instrumented($"akka.instrumentation.tracing.sampling.{sampling}");

        var before = await MessageBytes.Of(plain);
        Assert.InRange(await MessageBytes.Of(instrumented, before + limit) - before, double.MinValue, limit);
    }
}
