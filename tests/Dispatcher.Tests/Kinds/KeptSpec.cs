namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>An instrumented dispatcher follows its section, as it is without instrumentation.</summary>
public class KeptSpec
{
    private const string Settings =
        """
        throughput = 7
        throughput-deadline-time = 300ms
        shutdown-timeout = 4s
        mailbox-requirement = "Akka.Dispatch.IUnboundedDequeBasedMessageQueueSemantics, Akka"
        """;

    public static TheoryData<string> Names => Kind.Names;

    public static TheoryData<string> AkkasNames => Kind.AkkasNames;

    [Theory]
    [MemberData(nameof(AkkasNames))]
    public async Task Throughput_deadline_timeout_and_requirement_are_those_of_plain_Akka(string kind)
    {
        const string Default = "akka.actor.default-dispatcher { throughput = 9, throughput-deadline-time = 1s }";
        await using var plain = Systems.Plain(Kind.Hocon(kind, Settings));
        await using var instrumented = Systems.Instrumented(Kind.Hocon(kind, Settings));

        Assert.IsAssignableFrom<InstrumentedDispatcher>(instrumented.System.Dispatchers.Lookup(Kind.Id));
        Assert.Equal(Facts(plain), Facts(instrumented));
        await using var plainDefault = Systems.Plain($"{Default}\n{Kind.Hocon(kind)}");
        await using var instrumentedDefault = Systems.Instrumented($"{Default}\n{Kind.Hocon(kind)}");
        Assert.Equal(Facts(plainDefault), Facts(instrumentedDefault));
        Assert.Equal(9, Facts(instrumentedDefault).Item1.Throughput);
        Assert.Equal((Kind.Id, 7, TimeSpan.FromMilliseconds(300).Ticks, TimeSpan.FromSeconds(4)), Facts(instrumented).Item1);
    }

    [Fact]
    public async Task The_dispatchers_id_inherits_the_default_dispatchers_settings()
    {
        await using var system = Systems.WithIds("akka.actor.default-dispatcher.throughput = 7");
        var dispatcher = system.System.Dispatchers.Lookup(AkkaInstrumentationConfig.DispatcherId);

        Assert.IsType<InstrumentedDispatcher>(dispatcher);
        Assert.Equal(7, dispatcher.Throughput);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_threads_are_those_that_the_section_asks_for(string kind)
    {
        await using var system = Systems.Instrumented(Kind.Hocon(kind));
        var threads = new ConcurrentBag<(IActorRef Actor, Thread Thread)>();
        using var handled = new CountdownEvent(400);
        var props = Handler.Props((context, _) =>
        {
            threads.Add((context.Self, Thread.CurrentThread));
            handled.Signal();
        });
        var actors = Enumerable.Range(0, 4).Select(_ => Kind.ActorOn(system, props)).ToList();
        for (var i = 0; i < 400; i++)
        {
            actors[i % 4].Tell(i, ActorRefs.NoSender);
        }

        Assert.True(handled.Wait(TimeSpan.FromSeconds(20)));
        var used = threads.Select(entry => entry.Thread).Distinct().ToList();
        switch (Kind.Named(kind).Threads)
        {
            case Kind.On.Pool:
                Assert.All(used, thread => Assert.True(thread.IsThreadPoolThread));
                break;
            case Kind.On.Shared:
                Assert.All(used, thread => Assert.False(thread.Name?.StartsWith(Kind.Id, StringComparison.Ordinal) == true));
                break;
            case Kind.On.Three:
                Assert.InRange(used.Count, 1, 3);
                Assert.All(used, thread => Assert.StartsWith(Kind.Id, thread.Name, StringComparison.Ordinal));
                break;
            case Kind.On.OneEach:
                Assert.Equal(4, used.Count);
                Assert.Equal(4, threads.Distinct().Count());
                Assert.All(used, thread => Assert.StartsWith(Kind.Id, thread.Name, StringComparison.Ordinal));
                break;
        }
    }

    [Fact]
    public async Task A_pinned_actors_thread_ends_after_the_actor()
    {
        await using var system = Systems.Instrumented(Kind.Hocon("PinnedDispatcher"));
        var actor = Kind.ActorOn(system, Handler.Props((context, _) => context.Sender.Tell(Thread.CurrentThread)));
        var thread = await actor.Ask<Thread>("thread", TimeSpan.FromSeconds(20));

        system.System.Stop(actor);

        await Eventually.True(() => !thread.IsAlive);
    }

    private static ((string Id, int Throughput, long Deadline, TimeSpan Shutdown), string? Requirement) Facts(TestSystem system)
    {
        var dispatcher = system.System.Dispatchers.Lookup(Kind.Id);
        return (
            (dispatcher.Id, dispatcher.Throughput, dispatcher.ThroughputDeadlineTime ?? 0, dispatcher.ShutdownTimeout),
            dispatcher.Configurator.Config.GetString("mailbox-requirement"));
    }
}
