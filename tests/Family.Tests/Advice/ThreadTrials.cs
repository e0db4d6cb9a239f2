namespace AkkaInstrumentation.Tests.Advice;

/// <summary>What holds threads, what frees them, and the tools that look at a process.</summary>
internal static class ThreadTrials
{
    private const string OneThread = "{ type = ForkJoinDispatcher, throughput = 1, dedicated-thread-pool.thread-count = 1 }";

    private static readonly string[] Blocking =
        [AkkaCauseKinds.BlockingHandlers, AkkaCauseKinds.StarvedDispatcher, AkkaCauseKinds.StarvedPool];

    public static IEnumerable<Trial> All { get; } =
    [
        .. Trial.Of(".Result", () => IsFound(static until => _ = until.Result), Blocking),
        .. Trial.Of(".Wait()", () => IsFound(static until => until.Wait()), Blocking),
        .. Trial.Of("Thread.Sleep", () => IsFound(Sleep), Blocking),
        .. Trial.Of("Await", AwaitFreesTheThread, AkkaCauseKinds.BlockedThread, AkkaCauseKinds.BlockedThreadEnded, AkkaCauseKinds.BlockingHandlers,
            AkkaCauseKinds.StarvedDispatcher),
        .. Trial.Of("a dispatcher of their own", OwnDispatcher, AkkaCauseKinds.BlockedThread, AkkaCauseKinds.BlockedThreadEnded,
            AkkaCauseKinds.BlockingHandlers, AkkaCauseKinds.StarvedDispatcher),
        new(AkkaCauseKinds.StarvedPool, "dotnet-stack", ToolsCanAttach),
        new(AkkaCauseKinds.Awaiting, "dotnet-dump", ToolsCanAttach),
        new(AkkaCauseKinds.ProcessorsShort, "dotnet-trace", ToolsCanAttach),
        new(AkkaCauseKinds.GcPauses, "the server's collector", () => IsSettingOfTheCollector("ServerGC")),
        new(AkkaCauseKinds.MemoryShort, "raise the limit", () => IsSettingOfTheCollector("GCHeapHardLimit")),
    ];

    // A handler that does so blocks its thread, and the diagnosis finds it.
    private static async Task IsFound(Action<Task<int>> wait)
    {
        var until = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var system = Systems.Instrumented("akka.instrumentation.blocking.threshold = 50ms").Measured(out _);
        system.ActorOf((_, _) => wait(until.Task), "blocks").Tell("message", ActorRefs.NoSender);
        try
        {
            await Eventually.True(() =>
                AkkaDiagnosis.Read(system.System).Causes.Any(cause => cause is { Kind: AkkaCauseKinds.BlockedThread, Subject: "/user/blocks" }));
        }
        finally
        {
            until.SetResult(1);
        }
    }

    private static void Sleep(Task until)
    {
        while (!until.IsCompleted)
        {
            Thread.Sleep(5);
        }
    }

    private static async Task AwaitFreesTheThread()
    {
        await using var system = Systems.Instrumented($"one {OneThread}");
        using var hold = new Hold();
        await hold.EnterAt(system.ActorOf(AsyncHandler.Props((_, _) => Task.CompletedTask).WithDispatcher("one")));
        Assert.Equal(1, await system.ActorOf(Echo.Props.WithDispatcher("one")).Ask<int>(1, Trial.Patience));
    }

    private static async Task OwnDispatcher()
    {
        await using var system = Systems.Instrumented($"one {OneThread}\nown {OneThread}");
        using var hold = new Hold();
        await hold.EnterAt(system.ActorOf(Handler.Props((_, _) => { }).WithDispatcher("own")));
        Assert.Equal(1, await system.ActorOf(Echo.Props.WithDispatcher("one")).Ask<int>(1, Trial.Patience));
    }

    // The tools are no packages of a program: they attach to the port that .NET opens for them.
    private static Task ToolsCanAttach()
    {
        if (OperatingSystem.IsLinux())
        {
            Assert.NotEmpty(Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{Environment.ProcessId}-*"));
        }

        return Task.CompletedTask;
    }

    private static Task IsSettingOfTheCollector(string name)
    {
        Assert.Contains(name, GC.GetConfigurationVariables().Keys);
        return Task.CompletedTask;
    }
}
