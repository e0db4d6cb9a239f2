namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>Dispatcher sections that an extension brings when the system has started. Which of them, is in <see cref="SectionsSpec"/>.</summary>
public sealed class LateSectionsSpec
{
    internal const string Journals = "akka.persistence.dispatchers.default-plugin-dispatcher";

    [Theory]
    [InlineData("PinnedDispatcher")]
    [InlineData("Dispatcher")]
    public async Task Are_found_when_the_next_actor_starts(string type)
    {
        await using var system = Systems.Instrumented();
        Bring(system, $"late.section {{ type = {type}, throughput = 7 }}");
        system.ActorOf(Echo.Props);

        var dispatcher = Assert.IsType<InstrumentedDispatcher>(system.System.Dispatchers.Lookup("late.section"));
        Assert.Equal(("late.section", 7), (dispatcher.Id, dispatcher.Throughput));
        using var spans = SpanRecorder.WithRoot(out _);
        await system.ActorOf(Echo.Props.WithDispatcher("late.section")).Ask<int>(1, TimeSpan.FromSeconds(20));
        await spans.WaitForStopped(1);
    }

    [Fact]
    public async Task Are_found_by_each_of_two_actors_that_start_at_the_same_time()
    {
        await using var system = Systems.Instrumented();
        using var together = new Barrier(participantCount: 2);
        var parents = Enumerable.Range(0, 2).Select(_ => system.ActorOf((context, section) =>
        {
            together.SignalAndWait();
            context.ActorOf(Echo.Props);
            context.Sender.Tell(context.System.Dispatchers.Lookup((string)section).GetType());
        })).ToList();

        for (var round = 0; round < 50; round++)
        {
            Bring(system, $"late.section-{round}.type = PinnedDispatcher");
            var found = await Task.WhenAll(parents.Select(parent => parent.Ask<Type>($"late.section-{round}", TimeSpan.FromSeconds(20))));
            Assert.All(found, type => Assert.Equal(typeof(InstrumentedDispatcher), type));
        }
    }

    [Fact]
    public async Task An_alias_leads_to_the_section()
    {
        await using var system = Systems.Instrumented("mine { type = Dispatcher }");
        Bring(system, $"{Journals} = mine");

        Assert.Same(system.System.Dispatchers.Lookup("mine"), system.System.Dispatchers.Lookup(Journals));
    }

    [Fact]
    public async Task Without_the_section_the_error_is_Akkas()
    {
        await using var system = Systems.Instrumented();

        Assert.Equal($"Dispatcher {Journals} not configured.",
            Assert.Throws<ConfigurationException>(() => system.System.Dispatchers.Lookup(Journals)).Message);
    }

    internal static void Bring(TestSystem system, string hocon) => system.System.Settings.InjectTopLevelFallback(Systems.Parse(hocon));
}
