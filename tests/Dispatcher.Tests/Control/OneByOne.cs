namespace AkkaInstrumentation.Tests.Control;

/// <summary>Actors whose every message has a run of its own, on the sender's thread: when it is sent, the run is over.</summary>
internal static class OneByOne
{
    /// <summary>Id of their dispatcher.</summary>
    public const string Id = "at-once";

    private const string Dispatcher =
        $$"""{{Id}} { type = "Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit", throughput = 1, throughput-deadline-time = 0ms }""";

    public static TestSystem System(string hocon = "") => Systems.Instrumented($"{Dispatcher}\n{hocon}");

    /// <summary>An actor that runs so; an <see cref="Echo"/> without <paramref name="props"/>.</summary>
    public static async Task<IActorRef> Start(TestSystem system, Props? props = null, string? name = null)
    {
        var actor = system.ActorOf((props ?? Echo.Props).WithDispatcher(Id), name);
        await actor.Ask<ActorIdentity>(new Identify(0), TimeSpan.FromSeconds(20));
        return await Idle.Is(actor);
    }

    public static AkkaInstrumentationControl ControlOf(TestSystem system) => AkkaInstrumentationExtension.For(system.System).Control;
}
