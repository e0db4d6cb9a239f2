namespace AkkaInstrumentation.Tests.Warnings;

/// <summary>A probable mistake is one warning in Akka's log, with what to write instead. A correct setup has none.</summary>
public sealed class SetupWarningsSpec
{
    private const string PlainMailbox = """akka.actor.default-mailbox.mailbox-type = "Akka.Dispatch.UnboundedMailbox, Akka" """;
    private const string SetBack = "akka.actor.default-mailbox.mailbox-type = Akka.Dispatch.UnboundedMailbox, Akka sets the instrumented default back: actors have no spans and no metrics.";

    [Fact]
    public async Task A_default_mailbox_of_Akkas_in_later_HOCON_of_the_builder_is_instrumented()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation().AddHocon(KeptLog.Hocon + PlainMailbox, HoconAddMode.Prepend));
        await host.AssertInstrumented(await host.StartActor(Echo.Props));
        Assert.Empty(SetBackDefaults.In(host.System.Settings));
    }

    [Theory]
    [InlineData("akka.actor.default-dispatcher")]
    [InlineData("akka.actor.internal-dispatcher")]
    public async Task Dispatchers_that_later_HOCON_sets_back(string id)
    {
        await using var host = await TestHost.StartWithoutSdk(
            akka => akka.WithInstrumentation().AddHocon($"{KeptLog.Hocon}{id}.type = Dispatcher", HoconAddMode.Prepend));
        Assert.Contains(
            await Warnings(host.System),
            warning => warning.StartsWith($"{id}.type = Dispatcher sets the instrumented default back: actors on it have no spans",
                StringComparison.Ordinal));
    }

    [Fact]
    public async Task Defaults_that_HOCON_over_them_sets_back()
    {
        await using var system = new TestSystem(Akka.Actor.ActorSystem.Create(
            $"set-back-{Guid.NewGuid():N}"[..20], ConfigurationFactory.ParseString(KeptLog.Hocon + PlainMailbox)
                .WithFallback(AkkaInstrumentationConfig.Defaults)));
        AkkaInstrumentationExtension.For(system.System);

        Assert.StartsWith(SetBack, await OneWarning(system.System), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("akka.instrumentaton", "akka { instrumentaton.tracing.enabled = off }")]
    [InlineData("akka.Instrumentation", "akka.Instrumentation.tracing.enabled = off")]
    [InlineData("aka.instrumentation", "aka.instrumentation.tracing.enabled = off")]
    [InlineData("akka-instrumentation", "akka-instrumentation { tracing.enabled = off }")]
    [InlineData("instrumentation", "instrumentation.tracing.enabled = off")]
    public async Task A_misspelt_root(string path, string hocon)
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon + hocon);
        Assert.Equal($"Nothing reads {path} in the HOCON. Write akka.instrumentation.", await OneWarning(system.System));
    }

    [Fact]
    public async Task A_rule_that_matches_everything_because_it_has_no_pattern()
    {
        await using var system = Systems.Instrumented(
            KeptLog.Hocon + "akka.instrumentation.rules { oops { trace = never }\n meant { path = \"/**\", measure = off } }");
        Assert.Equal(
            "The rule oops { trace = never } (HOCON) has no pattern, so it matches every message of every actor. Add a pattern, or path = \"/**\" if it is meant so.",
            await OneWarning(system.System));
    }

    [Fact]
    public async Task The_event_source_reports_it_too()
    {
        await using var system = Systems.Instrumented("akka.instrumentaton.tracing.enabled = off");
        using var events = new ReportRecorder(system);

        Assert.Equal("Nothing reads akka.instrumentaton in the HOCON. Write akka.instrumentation.", (await events.First("SetupWarning"))["warning"]);
    }

    [Fact]
    public async Task Texts_about_ever_new_paths_do_not_fill_the_memory()
    {
        await using var system = Systems.Instrumented();
        var made = 0;
        foreach (var i in Enumerable.Range(0, 2_000))
        {
            AkkaInstrumentationExtension.For(system.System).Warnings.Report($"{i}", () => $"{++made}");
        }

        Assert.Equal(1_000, made);
    }

    [Fact]
    public async Task A_section_of_the_hosts_configuration_that_nobody_reads()
    {
        await using var host = await TestHost.StartWithServices(
            (akka, _) => akka.WithInstrumentation().AddHocon(KeptLog.Hocon, HoconAddMode.Prepend), builder => AddSection(builder.Configuration));
        Assert.Equal(
            $"Nothing reads the section AkkaInstrumentation of the host's configuration. Give the services to the call: AddAkka(\"{host.System.Name}\", (akka, services) => akka.WithInstrumentation(services)).",
            await OneWarning(host.System));
    }

    [Theory]
    [InlineData("AkkaInstrumention:Tracing", "AkkaInstrumention")]
    [InlineData("Akka:Instrumentation:Tracing", "Akka:Instrumentation")]
    [InlineData("Shop:AkkaInstrumentation:Tracing", "Shop:AkkaInstrumentation")]
    public async Task A_section_that_is_almost_named_like_ours(string section, string path)
    {
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services).AddHocon(KeptLog.Hocon, HoconAddMode.Prepend), builder =>
                AddSection(builder.Configuration, section));
        Assert.Equal($"Nothing reads the section {path} of the host's configuration. Name it AkkaInstrumentation, at the top level.",
            await OneWarning(host.System));
    }

    [Theory]
    [InlineData(
        "ratio",
        "0.1",
        "OTEL_TRACES_SAMPLER = ratio names no sampler that OpenTelemetry's .NET SDK knows, and is ignored. "
        + "Known are always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.")]
    [InlineData(
        "traceidratio", "10%", "OTEL_TRACES_SAMPLER_ARG = 10% is no number from 0 to 1, so every trace is sampled. Write 0.1 for one trace in ten.")]
    [InlineData(
        "traceidratio", "1.5", "OTEL_TRACES_SAMPLER_ARG = 1.5 is no number from 0 to 1, so every trace is sampled. Write 0.1 for one trace in ten.")]
    [InlineData(null, "0.1", "OTEL_TRACES_SAMPLER_ARG = 0.1 is ignored without OTEL_TRACES_SAMPLER. Set it to parentbased_traceidratio.")]
    public async Task Sampler_variables_that_the_SDK_ignores_in_silence(string? sampler, string argument, string warning)
    {
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services).AddHocon(KeptLog.Hocon, HoconAddMode.Prepend),
            builder => builder.Configuration.AddInMemoryCollection(new Dictionary<string,
                string?> { ["OTEL_TRACES_SAMPLER"] = sampler, ["OTEL_TRACES_SAMPLER_ARG"] = argument }));
        Assert.Equal(warning, await OneWarning(host.System));
    }

    [Fact]
    public async Task A_signal_for_exceptions_that_OpenTelemetry_does_not_know()
    {
        await using var host = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services).AddHocon(KeptLog.Hocon, HoconAddMode.Prepend),
            builder => builder.Configuration.AddInMemoryCollection(
                new Dictionary<string, string?> { ["OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN"] = "log/dup" }));
        Assert.Equal("OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN = log/dup is ignored. Known are logs and logs/dup.", await OneWarning(host.System));
    }

    [Fact]
    public async Task A_correct_setup_has_no_warning()
    {
        await using var byServices = await TestHost.StartWithServices(
            (akka, services) => akka.WithInstrumentation(services).AddHocon(KeptLog.Hocon + "instrumentation.of-others = on", HoconAddMode.Prepend),
            builder =>
            {
                AddSection(builder.Configuration);
                AddSection(builder.Configuration, "Instrumentation");
                builder.Configuration.AddInMemoryCollection(
                    new Dictionary<string, string?> { ["OTEL_TRACES_SAMPLER"] = "parentbased_traceidratio", ["OTEL_TRACES_SAMPLER_ARG"] = "0.5" });
            });
        await using var bySection = await TestHost.StartWithServices(
            (akka, services) =>
                akka.WithInstrumentation(((IConfiguration)services.GetService(typeof(IConfiguration))!).GetSection("AkkaInstrumentation"))
                .AddHocon(KeptLog.Hocon, HoconAddMode.Prepend),
            builder => AddSection(builder.Configuration));
        await using var byDefaults = Systems.Instrumented(KeptLog.Hocon + "akka.instrumentation.tracing.enabled = on");
        await using var byHocon = Systems.Plain(KeptLog.Hocon
            + "akka.actor.default-mailbox.mailbox-type = \"AkkaInstrumentation.UnboundedInstrumentedMailbox, AkkaInstrumentation.Mailbox\"");
        await using var forked = Systems.Instrumented(KeptLog.Hocon + "akka.actor.default-dispatcher.executor = fork-join-executor");

        foreach (var system in (Akka.Actor.ActorSystem[])[byServices.System, bySection.System, byDefaults.System, byHocon.System, forked.System])
        {
            Assert.Empty(MisspeltRoots.In(system.Settings.Config));
            Assert.Empty(SetBackDefaults.In(system.Settings));
            Assert.Empty(await KeptLog.Whole(system));
        }
    }

    private static void AddSection(IConfigurationBuilder configuration, string section = "AkkaInstrumentation:Tracing") =>
        configuration.AddInMemoryCollection(new Dictionary<string, string?> { [$"{section}:Enabled"] = "true" });

    private static async Task<string> OneWarning(Akka.Actor.ActorSystem system) => Assert.Single(await Warnings(system));

    private static async Task<IReadOnlyList<string>> Warnings(Akka.Actor.ActorSystem system)
    {
        await Eventually.True(() => KeptLog.Of(system).Count > 0, () => "nothing was logged");
        return await KeptLog.Whole(system);
    }
}
