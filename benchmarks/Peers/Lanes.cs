namespace AkkaInstrumentation.Benchmarks;

/// <summary>Sixteen senders beside each other, each with a receiver of its own.</summary>
internal static class Lanes
{
    public const int Count = 16;

    private const int Burst = 500;

    /// <summary>What each receiver counts down, by the number of its lane.</summary>
    public static readonly IReadOnlyList<Lane> All = [.. Enumerable.Range(0, Count).Select(_ => new Lane())];

    /// <summary>Asks this many questions in all, one at a time in each lane.</summary>
    public static Task Ask(int messages, Func<int, Task> ask) => EachLane(async lane =>
    {
        for (var i = 0; i < messages / Count; i++)
        {
            await ask(lane);
        }
    });

    /// <summary>Sends this many messages in all; ends when all are handled.</summary>
    public static Task Tell(int messages, Func<int, ValueTask> tell) => EachLane(async lane =>
    {
        for (var rest = messages / Count; rest > 0; rest -= Burst)
        {
            var burst = Math.Min(rest, Burst);
            var handled = All[lane].Expect(burst);
            for (var i = 0; i < burst; i++)
            {
                await tell(lane);
            }

            await handled;
        }
    });

    private static Task EachLane(Func<int, Task> run) => Task.WhenAll(Enumerable.Range(0, Count).Select(lane => Task.Run(() => run(lane))));
}

/// <summary>Counts what one receiver has handled. Handlers may run on several threads.</summary>
internal sealed class Lane
{
    private TaskCompletionSource _handled = new();
    private int _missing;

    /// <summary>Before the first message of a burst is sent.</summary>
    public Task Expect(int messages)
    {
        _handled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _missing, messages);
        return _handled.Task;
    }

    public void Handled()
    {
        if (Interlocked.Decrement(ref _missing) == 0)
        {
            _handled.SetResult();
        }
    }
}
