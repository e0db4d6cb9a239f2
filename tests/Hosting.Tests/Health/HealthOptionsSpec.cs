using Microsoft.Extensions.Options;

namespace AkkaInstrumentation.Tests.Health;

/// <summary>The thresholds: what is allowed, where they come from, when a wrong one is reported.</summary>
public sealed class HealthOptionsSpec
{
    [Fact]
    public async Task A_host_with_wrong_thresholds_does_not_start_and_names_each()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddHealthChecks().AddAkkaHealthCheck(options =>
        {
            options.DegradedMessageAge = TimeSpan.FromMinutes(1);
            options.UnhealthyMessageAge = TimeSpan.FromSeconds(1);
            options.UnhealthyMailboxDepth = 0;
            options.UnhealthyBlockingTime = TimeSpan.Zero;
            options.RestartsWithin = TimeSpan.FromDays(1);
            options.DegradedRestarts = 20;
            options.UnhealthyRestarts = 10;
            options.MaxNamedActors = 101;
        });
        using var host = builder.Build();
        var thrown = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Equal(
            [
                "AkkaHealthCheckOptions.UnhealthyMessageAge (akka) = 00:00:01, allowed is 00:01:00, the value of DegradedMessageAge, to 1.00:00:00",
                "AkkaHealthCheckOptions.UnhealthyMailboxDepth (akka) = 0, allowed is 1 to 1000000000",
                "AkkaHealthCheckOptions.UnhealthyBlockingTime (akka) = 00:00:00, allowed is 00:00:00.0500000 to 1.00:00:00",
                "AkkaHealthCheckOptions.RestartsWithin (akka) = 1.00:00:00, allowed is 00:00:01 to 01:00:00",
                "AkkaHealthCheckOptions.UnhealthyRestarts (akka) = 10, allowed is 20, the value of DegradedRestarts, to 1000",
                "AkkaHealthCheckOptions.MaxNamedActors (akka) = 101, allowed is 1 to 100",
            ],
            thrown.Failures);
    }

    [Fact]
    public void Where_one_value_is_allowed_that_one_is_named()
    {
        var options = new AkkaHealthCheckOptions { DegradedRestarts = 1_000, UnhealthyRestarts = 1_001 };
        Assert.Equal(
            ["AkkaHealthCheckOptions.UnhealthyRestarts (akka) = 1001, allowed is 1000"],
            new HealthOptionsValidation().Validate("akka", options).Failures);
    }

    /// <summary>A threshold that must not be below a wrong one has no range to name.</summary>
    [Fact]
    public void Of_two_thresholds_that_belong_together_the_wrong_one_is_named()
    {
        var options = new AkkaHealthCheckOptions { DegradedRestarts = 5_000 };
        Assert.Equal(
            ["AkkaHealthCheckOptions.DegradedRestarts (akka) = 5000, allowed is 1 to 1000"],
            new HealthOptionsValidation().Validate("akka", options).Failures);
    }

    [Fact]
    public void Each_threshold_has_a_least_value()
    {
        var validation = new HealthOptionsValidation();
        Assert.True(validation.Validate("akka", new AkkaHealthCheckOptions()).Succeeded);
        Assert.All(typeof(AkkaHealthCheckOptions).GetProperties().Where(option => option.PropertyType != typeof(string)), threshold =>
        {
            var options = new AkkaHealthCheckOptions();
            var type = Nullable.GetUnderlyingType(threshold.PropertyType) ?? threshold.PropertyType;
            threshold.SetValue(options, type == typeof(TimeSpan) ? TimeSpan.Zero : 0);
            Assert.Contains($".{threshold.Name} (akka) = ", validation.Validate("akka", options).FailureMessage, StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task They_are_read_from_the_services_by_the_name_of_the_check()
    {
        var section = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Health:DegradedMessageAge"] = "00:00:05",
            ["Health:UnhealthyRestarts"] = "7",
        }).Build().GetSection("Health");
        await using var services = CheckedHost.Of(
            system: null, options => options.MaxNamedActors = 3, more => more.Configure<AkkaHealthCheckOptions>("akka", section));
        var options = services.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>().Get("akka");
        Assert.Equal((TimeSpan.FromSeconds(5), 7, 3), (options.DegradedMessageAge, options.UnhealthyRestarts, options.MaxNamedActors));
    }

    [Fact]
    public void The_check_has_the_name_the_status_and_the_tags_that_it_was_given()
    {
        var services = new ServiceCollection();
        services.AddHealthChecks().AddAkkaHealthCheck(name: "actors", failureStatus: HealthStatus.Degraded, tags: ["ready"]);
        using var provider = services.BuildServiceProvider();
        var registration = Assert.Single(provider.GetRequiredService<IOptions<HealthCheckServiceOptions>>().Value.Registrations);
        Assert.Equal(("actors", HealthStatus.Degraded), (registration.Name, registration.FailureStatus));
        Assert.Equal(["akka", "ready"], registration.Tags.Order());
    }
}
