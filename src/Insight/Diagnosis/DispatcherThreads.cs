using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The threads that a dispatcher has.</summary>
internal enum DispatcherThreads
{
    /// <summary>The threads of the thread pool, which it shares with others.</summary>
    Pool,

    /// <summary>Threads of its own.</summary>
    Own,

    /// <summary>A thread for each of its actors.</summary>
    Pinned,
}

/// <summary>Finds them in the configuration.</summary>
internal static class DispatcherConfig
{
    public static DispatcherThreads ThreadsOf(Config config, string dispatcher)
    {
        var (type, executor) = (config.GetString($"{dispatcher}.type", ""), config.GetString($"{dispatcher}.executor", ""));
        return type.Contains("Pinned", StringComparison.Ordinal) ? DispatcherThreads.Pinned
            : executor is "fork-join-executor" || type.Contains("ForkJoin", StringComparison.Ordinal) ? DispatcherThreads.Own
            : DispatcherThreads.Pool;
    }
}
