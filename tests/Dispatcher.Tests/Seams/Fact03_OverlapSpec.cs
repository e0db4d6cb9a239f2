using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 3 about Akka.NET 1.5: a mailbox is given free before its run has returned.</summary>
public sealed class Fact03_OverlapSpec
{
    [Fact]
    public async Task The_next_run_may_handle_a_message_while_the_last_one_has_not_returned_on_another_thread()
    {
        await using var system = SeamSystem.Create();
        using var hold = new Hold();
        using var overlap = new Overlap();
        var dispatcher = system.Dispatcher();
        dispatcher.Around = run => Overlap.IsOfTheActor(run) ? new NotedRun(run, overlap.Begins, overlap.Returned) : run;
        var actor = system.ActorOf(
            (_, message) =>
            {
                switch (message)
                {
                    case 1:
                        hold.Pass();
                        break;
                    case SeamSystem.Throughput + 2:
                        overlap.Second();
                        break;
                }
            },
            Overlap.ActorName);
        await actor.Ask<ActorIdentity>(new Identify(null));
        await Eventually.Equal(0, () => overlap.Running);

        actor.Tell(1);
        await hold.Entered;
        dispatcher.AfterExecuteTask = overlap.Rescheduled;
        for (var i = 2; i <= SeamSystem.Throughput + 2; i++)
        {
            actor.Tell(i);
        }

        hold.Release();

        Assert.Equal(2, await Eventually.Within(overlap.RunsUnderWay));
        Assert.NotEqual(overlap.FirstThread, overlap.SecondThread);
    }

    /// <summary>Keeps the first run inside its rescheduling, the last thing it does, until the second run handles a message.</summary>
    private sealed class Overlap : IDisposable
    {
        public const string ActorName = "overlap";

        private readonly ManualResetEventSlim _secondHandles = new();
        private readonly TaskCompletionSource<int> _underWay = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _running;

        public Task<int> RunsUnderWay => _underWay.Task;

        public int Running => Volatile.Read(ref _running);

        public int FirstThread { get; private set; }

        public int SecondThread { get; private set; }

        public void Begins() => Interlocked.Increment(ref _running);

        public void Returned() => Interlocked.Decrement(ref _running);

        public static bool IsOfTheActor(IRunnable run) =>
            run is Mailbox { MessageQueue: RecordingQueue queue } && queue.Owner.Path.Name == ActorName;

        public void Rescheduled(IRunnable run)
        {
            if (IsOfTheActor(run))
            {
                FirstThread = Environment.CurrentManagedThreadId;
                Eventually.Block(_secondHandles);
            }
        }

        public void Second()
        {
            SecondThread = Environment.CurrentManagedThreadId;
            _underWay.TrySetResult(Running);
            _secondHandles.Set();
        }

        // no wait handle was made of it, and the first run may still be in it
        public void Dispose() => _secondHandles.Set();
    }
}
