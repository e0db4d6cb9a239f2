namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Systems with an instrumented dispatcher of one thread, on which the order of runs is known.</summary>
internal static class OneThread
{
    public const string Id = "one-thread";

    public static TestSystem System(string dispatcher = "", string instrumentation = "") => Systems.Instrumented(
        $$"""
        akka.instrumentation { {{instrumentation}} }
        {{Id}} {
          type = "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher"
          executor = fork-join-executor
          dedicated-thread-pool { thread-count = 1, threadtype = background }
          {{dispatcher}}
        }
        """);

    /// <summary>An actor on that thread whose mailbox has run; if somebody listened by then, its next run can be timed.</summary>
    public static async Task<IActorRef> Started(TestSystem system, Action<IActorContext, object> handle)
    {
        var actor = system.ActorOf(Handler.Props(handle).WithDispatcher(Id));
        await actor.Ask<string>("answer", TimeSpan.FromSeconds(20));
        return actor;
    }
}
