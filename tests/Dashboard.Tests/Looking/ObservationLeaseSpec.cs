namespace AkkaInstrumentation.Tests;

/// <summary>Nobody looks: nothing listens. Alone, because listeners are global.</summary>
[Collection(Alone.Name)]
public sealed class ObservationLeaseSpec
{
    private static bool IsListening => AkkaTelemetry.Source.HasListeners() || Instruments.IsListening || InstrumentationEventSource.Log.IsEnabled();

    [Fact]
    public async Task A_mapped_dashboard_has_no_listener()
    {
        await using var host = await DashboardHost.Open();
        Assert.Equal("page", (await host.Client.GetStringAsync("")).Contains("<main", StringComparison.Ordinal) ? "page" : "");
        _ = await host.Get("settings");
        Assert.False(IsListening);
    }

    [Fact]
    public async Task It_listens_from_the_first_look_and_stops_after_the_last()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("overview");
        Assert.True(IsListening);
        await Eventually.True(() => !IsListening);

        _ = await host.Get("overview");
        Assert.True(IsListening);
    }

    [Fact]
    public async Task It_goes_on_while_somebody_looks()
    {
        using var lease = Lease(out var system);
        await using var _ = system;
        var first = lease.Look();
        for (var i = 0; i < 8; i++)
        {
            await Eventually.True(() => first.Read(minute => minute.Seconds.Count) > i);
            Assert.Same(first, lease.Look());
        }
    }

    [Fact]
    public async Task The_end_of_the_application_ends_it()
    {
        var lease = Lease(out var system);
        await using var _ = system;
        lease.Look();
        lease.Dispose();
        Assert.False(IsListening);
        Assert.Throws<ObjectDisposedException>(lease.Look);
    }

    [Fact]
    public async Task A_page_that_asks_while_the_application_stops_is_told_so()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("overview");
        host.Stopping();
        using var response = await host.Client.GetAsync("api/v1/overview");
        Assert.Equal(System.Net.HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.False(IsListening);
    }

    [Fact]
    public async Task Many_who_look_at_once_have_one_observation()
    {
        using var lease = Lease(out var system);
        await using var _ = system;
        var seen = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Task.Run(lease.Look)));
        Assert.Single(seen.Distinct());
    }

    [Fact]
    public async Task Its_memory_is_free_after_the_last_look()
    {
        using var lease = Lease(out var system);
        await using var _ = system;
        var seen = Look();
        await Eventually.True(() => !lease.IsActive);
        await Eventually.True(() =>
        {
            GC.Collect();
            return !seen.IsAlive;
        });

        WeakReference Look() => new(lease.Look());
    }

    private static ObservationLease Lease(out TestSystem system)
    {
        var made = system = Systems.Instrumented();
        return new ObservationLease(() => new Observation(AkkaInstrumentationExtension.For(made.System)));
    }
}
