namespace AkkaInstrumentation.Tests.Settings;

/// <summary>The host's configuration and services as a source of settings, at the start and afterwards.</summary>
public sealed class AppSettingsSpec
{
    private const string Section = "AkkaInstrumentation";

    [Fact]
    public async Task The_section_of_appsettings_in_the_names_of_options_or_of_HOCON()
    {
        await using var host = await Start(new()
        {
            ["Tracing:Sampling:Ratio"] = "0.25",
            ["tracing:sampling:budget"] = "50",
            ["Metrics:Distributions"] = "All",
            ["metrics:max-actor-types"] = "7",
            ["SystemActors"] = "True",
            ["Dispatchers:0"] = "akka.actor.default-blocking-io-dispatcher",
            ["Rules:heartbeats:Message:0"] = "Heartbeat*",
            ["Rules:heartbeats:Message:1"] = "Ping",
            ["Rules:heartbeats:Trace"] = "OnlyInTrace",
            ["Rules:names:Path"] = "/user/**",
            ["Rules:names:SpanName"] = "Parent {message}",
            ["Rules:names:Attributes:order.id"] = "OrderId",
        });

        Assert.Equal((0.25, 50, 7, true), (host.Settings.TracingSamplingRatio, host.Settings.TracingSamplingBudget,
            host.Settings.MetricsMaxActorTypes, host.Settings.SystemActors));
        Assert.Equal((AkkaMessageDistributions.All, "akka.actor.default-blocking-io-dispatcher"),
            (host.Settings.MetricsDistributions, Assert.Single(host.Settings.Dispatchers)));
        Assert.Equal(
            [
                "rule heartbeats { message = [\"Heartbeat*\", \"Ping\"], trace = only-in-trace } (appsettings)",
                "rule names { path = \"/user/**\", span-name = \"Parent {message}\", attributes = { \"order.id\" = OrderId } } (appsettings)",
            ],
            host.Settings.Rules.Rules.Take(2).Select(rule => rule.Text));
    }

    /// <summary>As a container's variables are, which have two underscores for each colon.</summary>
    [Fact]
    public async Task Case_is_ignored()
    {
        await using var host = await Start(new()
        {
            ["TRACING:SAMPLING:RATIO"] = "0.25",
            ["METRICS:MAXACTORTYPES"] = "7",
            ["metrics:MAX-MESSAGE-TYPES"] = "8",
            ["RULES:mine:MESSAGE"] = "Ping*",
            ["RULES:mine:SPANNAME"] = "{message}",
        });

        Assert.Equal((0.25, 7, 8), (host.Settings.TracingSamplingRatio, host.Settings.MetricsMaxActorTypes, host.Settings.MetricsMaxMessageTypes));
        Assert.Equal("rule mine { message = \"Ping*\", span-name = \"{message}\" } (appsettings)", host.Settings.Rules.Rules[0].Text);

        var error = await Assert.ThrowsAnyAsync<ConfigurationException>(() => Start(new() { ["TRACING:SAMPLING:RATION"] = "0.25" }));
        Assert.Contains("akka.instrumentation.tracing.sampling.ration is unknown", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pattern_of_a_rule_that_is_null_is_no_pattern_for_everything()
    {
        var error = await Assert.ThrowsAnyAsync<ConfigurationException>(() => Start(new() { ["Rules:r:Path"] = null, ["Rules:r:Trace"] = "Never" }));

        Assert.Contains("akka.instrumentation.rules.r.path = null, allowed are a pattern and a list of patterns",
            error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_builder_brings_along_is_a_default_and_what_HOCON_says_is_HOCONs()
    {
        await using var host = await TestHost.StartWithoutSdk(akka => akka
            .WithInstrumentation().AddHocon("akka.instrumentation.system-actors = off", HoconAddMode.Append));
        var configuration = AkkaInstrumentationExtension.For(host.System).Control.Configuration;

        Assert.Equal(("HOCON", "reference.conf"), (configuration["system-actors"].Origin, configuration["metrics.enabled"].Origin));
    }

    [Fact]
    public async Task Each_level_wins_over_the_ones_below_and_is_named_as_the_origin()
    {
        var hocon = ConfigurationFactory.ParseString(
            """
            akka.instrumentation {
              tracing.sampling.ratio = 0.1
              tracing.sampling.budget = 10
              metrics.distributions-rate = 100
              metrics.max-message-types = 10
            }
            """);
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka
                .WithInstrumentation(services, options => options.Tracing.Sampling.Ratio = 0.3)
                .AddHocon(hocon, HoconAddMode.Prepend),
            builder =>
            {
                builder.Configuration.AddInMemoryCollection(Under(new()
                {
                    ["Tracing:Sampling:Ratio"] = "0.2",
                    ["Tracing:Sampling:Budget"] = "20",
                    ["Metrics:DistributionsRate"] = "200",
                }));
                builder.Services.Configure<AkkaInstrumentationOptions>(options => options.Tracing.Sampling.Budget = 25);
            });
        var control = host.Services.GetRequiredService<AkkaInstrumentationControl>();
        control.Change("tracing.enabled = off");

        Assert.Equal(
            [
                "tracing.enabled = off # run_time",
                "tracing.sampling.ratio = 0.3 # code",
                "tracing.sampling.budget = 25 # code",
                "metrics.distributions-rate = 200 # appsettings",
                "metrics.max-message-types = 10 # HOCON",
                "metrics.max-actor-types = 1000 # reference.conf",
            ],
            new[] { "tracing.enabled", "tracing.sampling.ratio", "tracing.sampling.budget", "metrics.distributions-rate",
                "metrics.max-message-types", "metrics.max-actor-types" }
                .Select(key => control.Configuration[key].ToString()));
    }

    [Fact]
    public async Task Every_problem_of_the_section_is_reported_at_once()
    {
        var error = await Assert.ThrowsAnyAsync<ConfigurationException>(() => Start(new()
        {
            ["Tracing:Enabeld"] = "true",
            ["Tracing:Sampling:Ratio"] = "much",
            ["Rules:carts:Trase"] = "Never",
        }));

        Assert.All(
            new[]
            {
                "tracing.enabeld is unknown, the nearest known key is akka.instrumentation.tracing.enabled",
                "tracing.sampling.ratio = much, allowed is adaptive or a number from 0 to 1 (set in appsettings)",
                "rules.carts.trase is unknown, the nearest known key is akka.instrumentation.rules.carts.trace",
            },
            problem => Assert.Contains($"akka.instrumentation.{problem}", error.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_reload_is_taken_over_and_a_wrong_one_is_not()
    {
        var source = new Reloading { [$"{Section}:Tracing:Sampling:Ratio"] = "0.5" };
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.AddHocon(KeptLog.Hocon, HoconAddMode.Prepend).WithInstrumentation(services), builder =>
                ((IConfigurationBuilder)builder.Configuration).Add(source));
        Assert.Equal(0.5, host.Settings.TracingSamplingRatio);

        source.Reload($"{Section}:Tracing:Sampling:Ratio", "0.25");
        await Eventually.Equal(0.25, () => host.Settings.TracingSamplingRatio);

        source.Reload($"{Section}:Tracing:Sampling:Ratio", "25");
        source.Reload($"{Section}:SystemActors", "true");
        Assert.Equal((0.25, false), (host.Settings.TracingSamplingRatio, host.Settings.SystemActors));
        Assert.Contains(await KeptLog.Whole(host.System), line =>
            line.Contains("are not taken over", StringComparison.Ordinal) && line.Contains("tracing.sampling.ratio = 25", StringComparison.Ordinal));

        source.Reload($"{Section}:SystemActors", "false");
        source.Reload($"{Section}:Tracing:Sampling:Ratio", "0.125");
        await Eventually.Equal(0.125, () => host.Settings.TracingSamplingRatio);
    }

    [Fact]
    public async Task What_was_changed_at_run_time_stays_above_a_reload()
    {
        var source = new Reloading { [$"{Section}:Tracing:Sampling:Ratio"] = "0.5" };
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services), builder => ((IConfigurationBuilder)builder.Configuration).Add(source));
        var control = host.Services.GetRequiredService<AkkaInstrumentationControl>();
        control.SamplingRatio = 0.75;

        source.Reload($"{Section}:Tracing:Sampling:Ratio", "0.25");
        Assert.Equal(0.75, control.SamplingRatio);
        control.Reset();
        Assert.Equal(0.25, control.SamplingRatio);
    }

    [Fact]
    public async Task Options_named_after_the_actor_system_are_its_own()
    {
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services),
            builder =>
            {
                builder.Services.Configure<AkkaInstrumentationOptions>(options => (options.SystemActors, options.Tracing.Sampling.Ratio) =
                    (true, 0.5));
                builder.Services.Configure<AkkaInstrumentationOptions>(TestHost.NameOf(builder), options => options.Tracing.Sampling.Ratio = 0.25);
                builder.Services.Configure<AkkaInstrumentationOptions>("another-system", options => options.Tracing.Sampling.Ratio = 0.125);
            });

        Assert.Equal((true, 0.25), (host.Settings.SystemActors, host.Settings.TracingSamplingRatio));
    }

    [Fact]
    public async Task Options_bound_to_a_section_by_the_host_are_followed_too()
    {
        var source = new Reloading { ["Mine:Tracing:Sampling:Ratio"] = "0.5" };
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services),
            builder =>
            {
                ((IConfigurationBuilder)builder.Configuration).Add(source);
                builder.Services.Configure<AkkaInstrumentationOptions>(builder.Configuration.GetSection("Mine"));
            });
        Assert.Equal(0.5, host.Settings.TracingSamplingRatio);

        source.Reload("Mine:Tracing:Sampling:Ratio", "0.25");
        await Eventually.Equal(0.25, () => host.Settings.TracingSamplingRatio);
    }

    [Fact]
    public async Task A_section_of_another_name()
    {
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection(new Dictionary<string, string?> { ["Shop:Tracing:Enabled"] = "false" }).Build();
        await using var host = await TestHost.StartWithoutSdk(akka =>
            akka.WithInstrumentation(configuration.GetSection("Shop"), options => options.Metrics.Enabled = false));

        Assert.Equal((false, false), (host.Settings.TracingEnabled, host.Settings.MetricsEnabled));
    }

    private static Task<TestHost> Start(Dictionary<string, string?> section) => TestHost.StartWithServices(
        (akka, services) => akka.WithInstrumentation(services),
        builder => builder.Configuration.AddInMemoryCollection(Under(section)));

    private static Dictionary<string, string?> Under(Dictionary<string, string?> section) =>
        section.ToDictionary(item => $"{Section}:{item.Key}", item => item.Value);

    /// <summary>Configuration that changes under the host, as a file does.</summary>
    private sealed class Reloading : ConfigurationProvider, IConfigurationSource
    {
        public string? this[string key]
        {
            set => Data[key] = value;
        }

        public IConfigurationProvider Build(IConfigurationBuilder builder) => this;

        public void Reload(string key, string value)
        {
            Data[key] = value;
            OnReload();
        }
    }
}
