namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>An actor with instrumentation by its props keeps the dispatcher that it was given.</summary>
public class PropsKindsSpec
{
    private const string Extension = """akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]""";

    private static readonly Props WhereAmI = Handler.Props((context, _) => context.Sender.Tell(context.Dispatcher.Id));

    public static TheoryData<string> Names => Kind.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public async Task One_named_by_the_props_or_by_a_deployment_section(string kind)
    {
        await using var system = Systems.Plain(
            $$"""
            {{Extension}}
            {{Kind.Hocon(kind)}}
            akka.actor.deployment { /deployed { dispatcher = {{Kind.Id}} } }
            """);
        using var spans = SpanRecorder.WithRoot(out _);
        IActorRef[] actors =
            [system.ActorOf(WhereAmI.WithDispatcher(Kind.Id).WithInstrumentation()), system.ActorOf(WhereAmI.WithInstrumentation(), "deployed")];

        foreach (var actor in actors)
        {
            Assert.Equal(Kind.Id, await actor.Ask<string>("where?", TimeSpan.FromSeconds(20)));
        }

        await spans.WaitForStopped(2);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("akka.actor.default-dispatcher { type = ForkJoinDispatcher, dedicated-thread-pool { thread-count = 2, threadtype = background } }",
        false)]
    [InlineData("akka.actor.default-dispatcher { type = PinnedDispatcher }", false)]
    public async Task Without_one_it_is_the_instrumented_default_dispatcher_of_whatever_type(string hocon, bool onThePool)
    {
        await using var system = Systems.Plain($"{Extension}\n{hocon}");
        using var spans = SpanRecorder.WithRoot(out _);
        var props = Handler.Props((context, _) => context.Sender.Tell((context.Dispatcher.Id, Thread.CurrentThread.IsThreadPoolThread)));

        var answer = await system.ActorOf(props.WithInstrumentation()).Ask<(string, bool)>("where?", TimeSpan.FromSeconds(20));

        Assert.Equal((AkkaInstrumentationConfig.DispatcherId, onThePool), answer);
        await spans.WaitForStopped(1);
    }

    /// <summary>Its section is instrumented at the start, by its place.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_pools_own_dispatcher(bool usePoolDispatcher)
    {
        await using var system = Systems.Plain(
            $$"""
            {{Extension}}
            akka.actor.deployment {
              /plain { pool-dispatcher { throughput = 3 } }
              /instrumented { pool-dispatcher { throughput = 3 } }
            }
            """);
        var section = usePoolDispatcher ? "nr-of-instances = 1, pool-dispatcher { throughput = 3 }" : "nr-of-instances = 1";
        var pool = WhereAmI.WithRouter(new RoundRobinPool(ConfigurationFactory.ParseString(section)));

        var plain = await system.ActorOf(pool, "plain").Ask<string>("where?", TimeSpan.FromSeconds(20));
        var instrumented = await system.ActorOf(pool.WithInstrumentation(), "instrumented").Ask<string>("where?", TimeSpan.FromSeconds(20));

        Assert.Equal(usePoolDispatcher ? plain.Replace("plain", "instrumented", StringComparison.Ordinal)
            : AkkaInstrumentationConfig.DispatcherId, instrumented);
    }

    [Fact]
    public async Task The_pinned_id_gives_it_a_thread_of_its_own()
    {
        await using var system = Systems.WithIds();
        using var spans = SpanRecorder.WithRoot(out _);
        var props = Handler.Props((context, _) => context.Sender.Tell(Thread.CurrentThread));
        var first = system.ActorOf(props.WithDispatcher(AkkaInstrumentationConfig.PinnedDispatcherId).WithInstrumentation());
        var second = system.ActorOf(props.WithDispatcher(AkkaInstrumentationConfig.PinnedDispatcherId).WithInstrumentation());

        var thread = await first.Ask<Thread>("whose thread?", TimeSpan.FromSeconds(20));

        Assert.False(thread.IsThreadPoolThread);
        Assert.NotSame(thread, await second.Ask<Thread>("whose thread?", TimeSpan.FromSeconds(20)));
        await spans.WaitForStopped(2);
    }
}
