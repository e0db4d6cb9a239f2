namespace AkkaInstrumentation.Tests.Recording;

/// <summary>A persistent actor after the last listener has left.</summary>
[Collection(Alone.Name)]
public sealed class ObserverCostSpec
{
    [Fact]
    public void A_run_without_a_listener_allocates_nothing()
    {
        var observer = new PersistentActorObserver();

        Assert.Equal(0, AllocationMeter.OnThread(() => observer.RunBegins(hasListeners: false), expected: 0));
    }
}
