using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's executors for dispatchers whose type, not their section, determines the executor. Only the base class of all configurators can create them.
/// So this is a configurator that creates no dispatcher.
/// </summary>
internal sealed class Executors(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    /// <summary>An executor with one background thread that has the dispatcher's name.</summary>
    public static ExecutorServiceConfigurator OneThread(string id, IDispatcherPrerequisites prerequisites) => Make(
        $$"""
        id = "{{id}}"
        executor = fork-join-executor
        dedicated-thread-pool { thread-count = 1, threadtype = background }
        fork-join-executor { parallelism-min = 1, parallelism-factor = 1, parallelism-max = 1 }
        """,
        prerequisites);

    /// <summary>An executor on the synchronization context of the thread that starts it.</summary>
    public static ExecutorServiceConfigurator CurrentContext(string id, IDispatcherPrerequisites prerequisites) => Make(
        $"""
        id = "{id}"
        executor = current-context-executor
        """,
        prerequisites);

    public override MessageDispatcher Dispatcher() => throw new NotSupportedException();

    private static ExecutorServiceConfigurator Make(string hocon, IDispatcherPrerequisites prerequisites) =>
        new Executors(ConfigurationFactory.ParseString(hocon), prerequisites).ConfigureExecutor();
}
