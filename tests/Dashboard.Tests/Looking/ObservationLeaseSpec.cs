namespace AkkaInstrumentation.Tests;

/// <summary>No page is open: only the history listens, and without a history nothing at all. Alone, because listeners are global.</summary>
[Collection(Alone.Name)]
public sealed class ObservationLeaseSpec
{
    private static bool IsListening => AkkaTelemetry.Source.HasListeners() || Instruments.IsListening || InstrumentationEventSource.Log.IsEnabled();

    [Fact]
    public async Task A_mapped_dashboard_without_history_has_no_listener()
    {
        await using var host = await DashboardHost.Open(keepHistory: false);
        Assert.Equal("page", (await host.Client.GetStringAsync("")).Contains("app.js", StringComparison.Ordinal) ? "page" : "");
        _ = await host.Get("settings");
        Assert.False(IsListening);
    }

    [Fact]
    public async Task Without_history_it_listens_from_the_first_look_and_stops_after_the_last()
    {
        await using var host = await DashboardHost.Open(keepHistory: false);
        _ = await host.Get("overview");
        Assert.True(IsListening);
        await Eventually.True(() => !IsListening);

        _ = await host.Get("overview");
        Assert.True(IsListening);
    }

    [Fact]
    public async Task With_history_it_listens_to_metrics_and_samples_no_trace_while_no_page_is_open()
    {
        await using (await DashboardHost.Open())
        {
            Assert.True(Instruments.IsListening);
            Assert.False(AkkaTelemetry.Source.HasListeners());
        }

        Assert.False(IsListening);
    }

    [Fact]
    public async Task A_dashboard_that_nobody_may_see_has_no_history()
    {
        await using var host = await DashboardHost.Start();
        Assert.False(IsListening);
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
    public async Task A_page_that_asks_while_the_application_stops_is_reported_so()
    {
        await using var host = await DashboardHost.Open();
        _ = await host.Get("overview");
        host.Stopping();
        using var response = await host.Client.GetAsync("api/v1/overview");
        Assert.Equal(System.Net.HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.False(IsListening);
    }

    [Fact]
    public async Task Many_pages_at_once_have_one_observation()
    {
        using var lease = Lease(out var system);
        await using var _ = system;
        var seen = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Task.Run(lease.Look)));
        Assert.Single(seen.Distinct());
    }

    internal static ObservationLease Lease(out TestSystem system)
    {
        var made = system = Systems.Instrumented();
        return new ObservationLease(() => new SystemHistory(AkkaInstrumentationExtension.For(made.System)),
            history => new Observation(history, new AnswerBudget()), keepsHistory: false);
    }
}
