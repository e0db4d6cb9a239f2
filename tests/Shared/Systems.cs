using Akka.Actor.Setup;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Makes actor systems for tests. Each has a name of its own, which metrics carry as <c>akka.actor_system.name</c>, and logs nothing below errors.
/// </summary>
public static class Systems
{
    /// <summary>The provider that <c>WithInstrumentation()</c> chooses for a system without other nodes: Asks are measured and traced.</summary>
    public const string SeesAsks =
        """
        akka { loglevel = OFF, actor.provider = "AkkaInstrumentation.InstrumentedLocalActorRefProvider, AkkaInstrumentation.Insight" }
        akka.instrumentation.tracing.ask-spans = on
        """;

    /// <summary>What every system for tests has: no log below errors, nothing that outlives it.</summary>
    public static Config Quiet { get; } = ConfigurationFactory.ParseString(
        """
        akka {
          stdout-loglevel = OFF
          loglevel = ERROR
          log-dead-letters = off
          log-dead-letters-during-shutdown = off
          coordinated-shutdown.run-by-clr-shutdown-hook = off
        }
        """);

    /// <summary>Tests ask their actors, and count the spans of messages. The span of an Ask has tests of its own.</summary>
    public static Config WithoutAskSpans { get; } = ConfigurationFactory.ParseString("akka.instrumentation.tracing.ask-spans = off");

    // Every trace, however many messages a test sends at once.
    private static readonly Config Everything =
        ConfigurationFactory.ParseString("akka.instrumentation.tracing.sampling.ratio = 1").WithFallback(WithoutAskSpans);

    private static int s_last;

    // Handlers of several tests may hold a thread at once; the pool of a small machine would add one only now and then.
    static Systems() => ThreadPool.SetMinThreads(32, 32);

    /// <summary>Akka without any instrumentation.</summary>
    public static TestSystem Plain(string hocon = "") => Create(Parse(hocon).WithFallback(Quiet));

    /// <summary>As documented for users: the instrumented mailboxes and dispatchers are put over the system's own HOCON.</summary>
    /// <param name="hocon">Its own.</param>
    /// <param name="setup">What HOCON cannot say; null for nothing.</param>
    public static TestSystem Instrumented(string hocon = "", Setup? setup = null) =>
        Create(AkkaInstrumentationConfig.Defaults.WithFallback(Parse(hocon)).WithFallback(Everything).WithFallback(Quiet), setup);

    /// <summary>The ids of the instrumented mailboxes and dispatcher are known, the defaults are Akka's.</summary>
    public static TestSystem WithIds(string hocon = "") =>
        Create(Parse(hocon).WithFallback(Everything).WithFallback(AkkaInstrumentationConfig.Reference).WithFallback(Quiet));

    /// <summary>As <see cref="Instrumented"/>, under a name that the test gives to several systems.</summary>
    public static TestSystem Named(string name, string hocon = "") =>
        new(ActorSystem.Create(name, AkkaInstrumentationConfig.Defaults.WithFallback(Parse(hocon)).WithFallback(Everything).WithFallback(Quiet)));

    public static Config Parse(string hocon) => hocon.Length == 0 ? Config.Empty : ConfigurationFactory.ParseString(hocon);

    private static TestSystem Create(Config config, Setup? setup = null)
    {
        var name = $"test-{Interlocked.Increment(ref s_last)}-{Guid.NewGuid():N}"[..20];
        var bootstrap = BootstrapSetup.Create().WithConfig(config);
        return new TestSystem(ActorSystem.Create(name, setup is null ? ActorSystemSetup.Create(bootstrap) : bootstrap.And(setup)));
    }
}
