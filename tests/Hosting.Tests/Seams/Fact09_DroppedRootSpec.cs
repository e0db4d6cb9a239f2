using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 9 about Akka.NET 1.5: what the OpenTelemetry sampler costs when it drops (SDK 1.20).</summary>
[Collection(Alone.Name)]
public sealed class Fact09_DroppedRootSpec : IDisposable
{
    private readonly ActivitySource _source = new($"seams-{Guid.NewGuid():N}");
    private readonly TracerProvider _provider;

    public Fact09_DroppedRootSpec()
    {
        Activity.Current = null;
        _provider = Sdk.CreateTracerProviderBuilder().AddSource(_source.Name).SetSampler(new AlwaysOffSampler()).Build()!;
    }

    public void Dispose()
    {
        _provider.Dispose();
        _source.Dispose();
    }

    [Fact]
    public void A_root_that_the_sampler_drops_is_an_activity_all_the_same()
    {
        using (var activity = _source.StartActivity("root", ActivityKind.Consumer))
        {
            Assert.NotNull(activity);
            Assert.False(activity.IsAllDataRequested);
            Assert.False(activity.Recorded);
        }

        Assert.InRange(AllocationMeter.OnThread(() => _source.StartActivity("root", ActivityKind.Consumer)!.Stop(), expected: 640), 400, 640);
    }

    [Fact]
    public void A_child_in_this_process_that_the_sampler_drops_is_no_activity_and_costs_a_few_bytes_at_most()
    {
        var parent = new ActivityContext(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.None);

        Assert.Null(_source.StartActivity("child", ActivityKind.Consumer, parent));
        Assert.Equal(0, AllocationMeter.OnThread(() => _source.StartActivity("child", ActivityKind.Consumer, parent), expected: 0));
    }
}
