using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation.Tests;

/// <summary>A reading of the health visits all mailboxes. The history, the status and the diagnosis ask for it each second.</summary>
public sealed class HealthReadingSpec
{
    [Fact]
    public async Task All_who_ask_within_a_second_share_one_reading_also_at_once()
    {
        await using var made = Systems.Instrumented();
        var (system, options) = (AkkaInstrumentationExtension.For(made.System), new CountedOptions());
        using var services = new ServiceCollection().AddSingleton(new RegisteredHealthCheck("akka", HealthLevel.Unhealthy))
            .AddSingleton<IOptionsMonitor<AkkaHealthCheckOptions>>(options).BuildServiceProvider();
        var thresholds = new HealthThresholds(services);
        var now = Stopwatch.GetTimestamp();

        Parallel.For(0, 1_000, _ => thresholds.Read(system, now));
        Assert.Equal(1, options.Reads);
        Assert.Equal("akka", thresholds.Read(system, now + (Stopwatch.Frequency / 2)).Check);
        Assert.Equal(1, options.Reads);
        thresholds.Read(system, now + Stopwatch.Frequency);
        Assert.Equal(2, options.Reads);
    }

    [Fact]
    public async Task An_open_page_reads_once_a_second()
    {
        var options = new CountedOptions();
        await using var host = await DashboardHost.Open(services: all => all
            .AddSingleton(new RegisteredHealthCheck("akka", HealthLevel.Unhealthy)).AddSingleton<IOptionsMonitor<AkkaHealthCheckOptions>>(options));
        await host.Get("status");
        var (before, watch) = (options.Reads, Stopwatch.StartNew());
        while (watch.Elapsed < TimeSpan.FromSeconds(4))
        {
            await Task.WhenAll(host.Get("status"), host.Get("diagnosis"));
            await Task.Delay(100);
        }

        // One for the history, at most one more in each 0.9 s.
        Assert.InRange(options.Reads - before, 1, 1 + (int)(watch.Elapsed.TotalSeconds / 0.9));
    }

    /// <summary>The status reads the other actor systems of the process, and may be asked while one of them is being made.</summary>
    [Fact]
    public async Task An_actor_system_that_is_being_made_is_not_read_before_it_is_whole()
    {
        var areMade = false;
        var reading = Task.Factory.StartNew(
            () =>
            {
                while (!Volatile.Read(ref areMade))
                {
                    Assert.DoesNotContain(SystemInsight.InProcess, system => system.Observer is null);
                }
            },
            TaskCreationOptions.LongRunning);
        foreach (var _ in Enumerable.Range(0, 20))
        {
            await using var system = Systems.Instrumented();
        }

        Volatile.Write(ref areMade, true);
        await reading;
    }

    private sealed class CountedOptions : IOptionsMonitor<AkkaHealthCheckOptions>
    {
        private int _reads;

        public int Reads => Volatile.Read(ref _reads);

        public AkkaHealthCheckOptions CurrentValue => Get(null);

        public AkkaHealthCheckOptions Get(string? name)
        {
            Interlocked.Increment(ref _reads);
            return new();
        }

        public IDisposable? OnChange(Action<AkkaHealthCheckOptions, string?> listener) => null;
    }
}
