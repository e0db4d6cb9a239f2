using static AkkaInstrumentation.Tests.Kinds.LateSectionsSpec;

namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>The application's own sections are instrumented where they stand; the setting <c>dispatchers</c> chooses them.</summary>
public class SectionsSpec
{
    private const string Two =
        """
        first { type = Dispatcher, throughput = 3 }
        deep.second { type = PinnedDispatcher }
        """;

    private const string None = "akka.instrumentation.dispatchers = []";

    private const string Extension = """akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]""";

    /// <summary>The application's HOCON, what an extension brings later, the section, and what its dispatcher is then.</summary>
    public static TheoryData<string, string, string, Type> Sections => new()
    {
        { Two, "", "akka.actor.default-dispatcher", typeof(InstrumentedDispatcher) },
        { Two, "", "akka.actor.default-blocking-io-dispatcher", typeof(InstrumentedDispatcher) },
        { Two, "", "akka.actor.internal-dispatcher", typeof(InstrumentedDispatcher) },
        { Two, "", "first", typeof(InstrumentedDispatcher) },
        { Two, "", "deep.second", typeof(InstrumentedDispatcher) },
        { $"{Two}\nakka.instrumentation.dispatchers = [deep.second]", "", "first", typeof(Akka.Dispatch.Dispatcher) },
        { $"{Two}\nakka.instrumentation.dispatchers = [deep.second]", "", "deep.second", typeof(InstrumentedDispatcher) },
        { $"{Two}\n{None}", "", "first", typeof(Akka.Dispatch.Dispatcher) },
        { $"{Two}\n{None}", "", "deep.second", typeof(PinnedDispatcher) },
        { "", $"{Journals}.type = PinnedDispatcher", Journals, typeof(InstrumentedDispatcher) },
        { "", $"{Journals}.type = \"{typeof(PlainConfigurator).AssemblyQualifiedName}\"", Journals, typeof(PlainDispatcher) },
        { None, $"{Journals}.type = PinnedDispatcher", Journals, typeof(PinnedDispatcher) },
        { None, "late.type = PinnedDispatcher", "late", typeof(PinnedDispatcher) },
    };

    [Theory]
    [MemberData(nameof(Sections))]
    public async Task All_of_them_by_default_and_those_that_are_named(string application, string late, string id, Type dispatcher)
    {
        await using var system = Systems.Instrumented(application);
        Bring(system, late);
        if (id == "late")
        {
            // at the next start of an actor; those of Akka's own modules at once
            system.ActorOf(Echo.Props);
        }

        Assert.IsType(dispatcher, system.System.Dispatchers.Lookup(id));
    }

    [Fact]
    public async Task All_of_them_when_only_the_extension_is_loaded()
    {
        await using var system = Systems.Plain($"{Two}\n{Extension}");
        Assert.IsAssignableFrom<InstrumentedDispatcher>(system.System.Dispatchers.Lookup("first"));
        Assert.IsAssignableFrom<InstrumentedDispatcher>(system.System.Dispatchers.Lookup("deep.second"));
        Assert.IsType<Akka.Dispatch.Dispatcher>(system.System.Dispatchers.DefaultGlobalDispatcher);
    }

    [Fact]
    public async Task A_section_that_nobody_uses_may_be_wrong()
    {
        await using var system = Systems.Instrumented("wrong { type = Dispatcher, executor = \"No.Such, Thing\" }");
        Assert.ThrowsAny<Exception>(() => system.System.Dispatchers.Lookup("wrong"));
    }

    [Fact]
    public async Task A_section_whose_type_is_no_name_does_not_keep_the_system_from_starting()
    {
        await using var system = Systems.Instrumented("odd {\n type { a = b }\n throughput = 1\n }\nother { type = [a] }");
        Assert.Equal("on it", await system.ActorOf(Echo.Props).Ask<string>("on it"));
    }

    [Fact]
    public async Task A_routers_pool_dispatcher()
    {
        await using var system = Systems.Instrumented(
            "akka.actor.deployment { /routed { pool-dispatcher { type = PinnedDispatcher, throughput = 1 } } }");
        using var spans = SpanRecorder.WithRoot(out _);
        var routee = Handler.Props((context, _) => context.Sender.Tell(context.Dispatcher.Throughput))
            .WithDispatcher("akka.actor.deployment./routed.pool-dispatcher");

        Assert.Equal(1, await system.ActorOf(routee).Ask<int>("which?", TimeSpan.FromSeconds(20)));
        await spans.WaitForStopped(1);
    }

    [Theory]
    [InlineData("type = ForkJoinDispatcher, dedicated-thread-pool { thread-count = 2, threadtype = background }", false)]
    [InlineData("type = TaskDispatcher", true)]
    [InlineData("type = PinnedDispatcher", false)]
    public async Task A_default_dispatcher_of_another_type_stays_what_it_is(string section, bool onThePool)
    {
        var application = $"akka.actor.default-dispatcher {{ {section} }}";
        await using var system = Systems.Plain(Over(application));
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Handler.Props((context, _) => context.Sender.Tell(Thread.CurrentThread.IsThreadPoolThread)));

        Assert.Equal(onThePool, await actor.Ask<bool>("whose thread?", TimeSpan.FromSeconds(20)));
        await spans.WaitForStopped(1);
    }

    [Fact]
    public async Task An_internal_dispatcher_that_is_the_default_one_stays_so()
    {
        await using var system = Systems.Plain(Over(
            """
            akka.actor.internal-dispatcher = akka.actor.default-dispatcher
            akka.actor.default-dispatcher.throughput = 11
            """));
        var dispatcher = system.System.Dispatchers.Lookup("akka.actor.internal-dispatcher");
        Assert.IsAssignableFrom<InstrumentedDispatcher>(dispatcher);
        Assert.Equal(11, dispatcher.Throughput);
    }

    [Fact]
    public void For_an_application_without_special_settings_the_defaults_are_the_defaults() =>
        Assert.Equal(Lines(AkkaInstrumentationConfig.Defaults), Lines(Config.Empty.WithAkkaInstrumentation()));

    [Fact]
    public void An_instrumented_configuration_keeps_the_applications_settings()
    {
        var config = ConfigurationFactory.ParseString("akka.loglevel = WARNING").WithAkkaInstrumentation();

        Assert.Equal("WARNING", config.GetString("akka.loglevel"));
        Assert.Equal(
            AkkaInstrumentationConfig.Defaults.GetString("akka.actor.default-mailbox.mailbox-type"),
            config.GetString("akka.actor.default-mailbox.mailbox-type"));
    }

    [Theory]
    [InlineData("[no.such]", "no.such is not the id of a dispatcher's section")]
    [InlineData("[theirs]", "theirs has the type Some.Configurator, Some, allowed are Dispatcher, TaskDispatcher, ForkJoinDispatcher, PinnedDispatcher, SynchronizedDispatcher")]
    [InlineData("[akka.actor.default-dispatcher]", "akka.actor.default-dispatcher is in use already")]
    [InlineData("[first, no.such, theirs]", "no.such is not the id of a dispatcher's section; theirs has the type")]
    [InlineData("first", "akka.instrumentation.dispatchers = first, allowed is a list of dispatcher ids")]
    public async Task What_cannot_be_instrumented_is_reported(string ids, string problem)
    {
        await using var system = Systems.WithIds(
            $$"""
            {{Two}}
            theirs { type = "Some.Configurator, Some" }
            akka.instrumentation.dispatchers = {{ids}}
            """);

        var failure = Assert.ThrowsAny<Exception>(() => AkkaInstrumentationExtension.For(system.System));

        while (failure is not ConfigurationException && failure.InnerException is { } inner)
        {
            failure = inner;
        }

        Assert.Contains(problem, Assert.IsType<ConfigurationException>(failure).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("InstrumentedDispatcher, AkkaInstrumentation.Dispatcher")]
    [InlineData("InstrumentedDispatcherConfigurator, AkkaInstrumentation.Mailbox")]
    [InlineData("InstrumentedMailbox, AkkaInstrumentation.Mailbox")]
    public void A_type_that_is_no_configurator_is_reported_with_the_ones_to_write(string type)
    {
        var error = Assert.Throws<ConfigurationException>(() => ActorSystem.Create("wrong-dispatcher", ConfigurationFactory.ParseString(
            $$"""
            deep.mine.type = "AkkaInstrumentation.{{type}}"
            {{Extension}}
            akka.stdout-loglevel = OFF
            """)));

        Assert.Contains(
            $"deep.mine.type = AkkaInstrumentation.{type} is not the configurator of a dispatcher, allowed are AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher and AkkaInstrumentation.InstrumentedPinnedDispatcherConfigurator, AkkaInstrumentation.Dispatcher",
            error.Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("akka.actor.default-dispatcher")]
    [InlineData("akka.actor.internal-dispatcher")]
    public void A_dispatcher_in_the_place_of_its_configurator_stops_the_start_where_Akka_makes_it_first(string id)
    {
        var failure = Assert.ThrowsAny<Exception>(() => ActorSystem.Create("wrong-dispatcher", ConfigurationFactory.ParseString(
            $$"""
            {{id}}.type = "AkkaInstrumentation.InstrumentedDispatcher, AkkaInstrumentation.Dispatcher"
            akka.stdout-loglevel = OFF
            """)));

        Assert.Contains("AkkaInstrumentation.InstrumentedDispatcher", failure.GetBaseException().Message, StringComparison.Ordinal);
    }

    private static string Over(string application) =>
        $"{application}\n{AkkaInstrumentationConfig.DefaultsOver(ConfigurationFactory.ParseString(application))}";

    private static IEnumerable<string> Lines(Config config) =>
        config.Root.ToString().Split('\n').Select(line => line.Trim()).Order(StringComparer.Ordinal);
}
