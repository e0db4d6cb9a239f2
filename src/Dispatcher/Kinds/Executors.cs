using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's executors for dispatchers whose type, not whose section, says which. They are made by the base of all
/// configurators and by nothing else, hence a configurator that makes no dispatcher.
/// </summary>
internal sealed class Executors(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    /// <summary>A background thread named after the dispatcher.</summary>
    public static ExecutorServiceConfigurator OneThread(string id, IDispatcherPrerequisites prerequisites) => Make(
        $$"""
        id = "{{id}}"
        executor = fork-join-executor
        dedicated-thread-pool { thread-count = 1, threadtype = background }
        fork-join-executor { parallelism-min = 1, parallelism-factor = 1, parallelism-max = 1 }
        """,
        prerequisites);

    /// <summary>The synchronization context of the thread that starts the executor.</summary>
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
