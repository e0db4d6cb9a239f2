using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Fact 15 about Akka.NET 1.5: of all that Akka gives a mailbox to, only the thread pool calls <c>Execute</c>, and it empties the thread's execution
/// context afterwards. Everybody else calls <c>Run</c>. So a run may leave its context to the thread pool.
/// </summary>
public sealed class Fact15_PoolSpec
{
    private static readonly AsyncLocal<string?> Flowing = new();

    /// <summary>The executors of Akka, and whether they give the runnable itself to the thread pool.</summary>
    public static TheoryData<string, bool> Executors => new()
    {
        { "default-executor", true },
        { "thread-pool-executor", true },
        { "fork-join-executor", false },
        { "task-executor", false },
        { "channel-executor", false },
    };

    [Theory]
    [MemberData(nameof(Executors))]
    public async Task Only_the_thread_pool_executes_a_runnable(string name, bool isGiven)
    {
        await using var system = Systems.Plain();
        var section = $"id = mine, executor = {name}, dedicated-thread-pool {{ thread-count = 1, threadtype = background }}";
        var executor = new Configured(ConfigurationFactory.ParseString(section), system.System.Dispatchers.Prerequisites).Executor();
        var probe = new Probe();

        executor.Execute(probe);

        var (executed, caller) = await Eventually.Within(probe.Called);
        Assert.Equal(isGiven, executed);
        Assert.Equal(isGiven, caller == "System.Threading.ThreadPoolWorkQueue");
        executor.Shutdown();
    }

    /// <summary>Each item lets a value flow and leaves it. Whatever the thread does next, it does not find it, and no item finds anything else.</summary>
    [Fact]
    public async Task The_thread_pool_executes_each_item_in_an_empty_context()
    {
        const int items = 10_000;
        var (left, found) = (new CountdownEvent(items), 0);
        for (var i = 0; i < items; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    if (!HandlerContext.IsEmpty)
                    {
                        Interlocked.Increment(ref found);
                    }

                    Flowing.Value = "left by an item";
                    left.Signal();
                },
                null);
        }

        await Eventually.True(() => left.IsSet);
        Assert.Equal(0, found);
    }

    private sealed class Configured(Config config, IDispatcherPrerequisites prerequisites) : MessageDispatcherConfigurator(config, prerequisites)
    {
        public ExecutorService Executor() => ConfigureExecutor().Produce("mine");

        public override MessageDispatcher Dispatcher() => throw new NotSupportedException();
    }

    private sealed class Probe : IRunnable
    {
        private readonly TaskCompletionSource<(bool, string?)> _called = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<(bool Executed, string? Caller)> Called => _called.Task;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Run() => _called.TrySetResult((false, Caller()));

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Execute() => _called.TrySetResult((true, Caller()));

        // Of the method above this one.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static string? Caller() => new StackFrame(2).GetMethod()?.DeclaringType?.FullName;
    }
}
