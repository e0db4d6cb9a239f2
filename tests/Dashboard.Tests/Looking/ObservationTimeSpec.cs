namespace AkkaInstrumentation.Tests;

/// <summary>How long an observation lasts, whoever else listens meanwhile: the tests wait, beside others.</summary>
public sealed class ObservationTimeSpec
{
    [Fact]
    public async Task It_goes_on_while_a_page_is_open()
    {
        using var lease = ObservationLeaseSpec.Lease(out var system);
        await using var _ = system;
        var first = lease.Look();
        for (var i = 0; i < 8; i++)
        {
            await Eventually.True(() => first.Read(minute => minute.Seconds.Count) > i);
            Assert.Same(first, lease.Look());
        }
    }

    [Fact]
    public async Task Its_memory_is_free_after_the_last_look()
    {
        using var lease = ObservationLeaseSpec.Lease(out var system);
        await using var _ = system;
        var seen = Look();
        await Eventually.True(() => !lease.IsActive);
        await Eventually.Collected(seen);

        WeakReference Look() => new(lease.Look());
    }
}
