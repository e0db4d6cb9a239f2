using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 9 about Akka.NET 1.5: what a dropped root costs. With the SDK's sampler: Hosting.Tests.</summary>
[Collection(Alone.Name)]
public sealed class Fact09_SamplingSpec
{
    [Fact]
    public void A_listener_that_answers_PropagationData_makes_every_activity_be_allocated()
    {
        using var source = new ActivitySource($"seams-{Guid.NewGuid():N}");
        using var listener = Listener(source, ActivitySamplingResult.PropagationData);
        Activity.Current = null;

        using (var activity = source.StartActivity("root"))
        {
            Assert.False(activity!.IsAllDataRequested);
        }

        Assert.InRange(AllocationMeter.OnThread(() => source.StartActivity("root")!.Stop(), expected: 700), 400, 700);
    }

    [Fact]
    public void A_listener_that_answers_None_costs_nothing()
    {
        using var source = new ActivitySource($"seams-{Guid.NewGuid():N}");
        using var listener = Listener(source, ActivitySamplingResult.None);
        Activity.Current = null;

        Assert.Null(source.StartActivity("root"));
        Assert.Equal(0, AllocationMeter.OnThread(() => source.StartActivity("root"), expected: 0));
    }

    private static ActivityListener Listener(ActivitySource source, ActivitySamplingResult answer)
    {
        var listener = new ActivityListener
        {
            ShouldListenTo = other => other == source,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => answer,
        };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }
}
