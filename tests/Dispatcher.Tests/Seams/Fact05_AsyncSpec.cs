using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 5 about Akka.NET 1.5: how long an asynchronous handler lasts (ActorTaskScheduler.RunTask, Akka 1.5.71).</summary>
public sealed class Fact05_AsyncSpec
{
    [Fact]
    public async Task While_a_handler_awaits_the_schedulers_CurrentMessage_is_its_message_and_afterwards_null()
    {
        await using var system = SeamSystem.Create();
        var awaiting = new Awaiting(system);
        var first = new Numbered(1);
        await awaiting.Start(first);

        Assert.Same(first, awaiting.Cell.TaskScheduler.CurrentMessage);

        awaiting.Finish();
        await Eventually.True(() => awaiting.Queue.LogSince(first).Contains("empty"));
        Assert.Null(awaiting.Cell.TaskScheduler.CurrentMessage);
    }

    [Fact]
    public async Task While_a_handler_awaits_nothing_is_dequeued_even_if_the_mailbox_runs()
    {
        await using var system = SeamSystem.Create();
        var awaiting = new Awaiting(system);
        await awaiting.Start(new Numbered(1));
        awaiting.Actor.Tell(new Numbered(2));
        await awaiting.RunOnce();

        awaiting.Finish();
        await Eventually.True(() => awaiting.Queue.LogSince("m1").Contains("take m2"));

        Assert.Equal(
            ["take m1", "awaits m1", "continues m1", "finished m1", "take m2"],
            awaiting.Queue.LogSince("m1").Where(line => line is not ("run" or "returned" or "more? no" or "more? yes")).Take(5));
    }

    [Fact]
    public async Task A_handler_that_fails_after_an_await_sends_Failed_in_the_run_that_continues_it_with_its_message_current()
    {
        await using var system = SeamSystem.Create();
        var awaiting = new Awaiting(system);
        object? current = null;
        var stillAwaits = true;
        string[] log = [];
        system.InternalDispatcher().OnSystemDispatch = (_, message) =>
        {
            if (message is Failed)
            {
                current = awaiting.Cell.CurrentMessage;
                stillAwaits = awaiting.Cell.TaskScheduler.CurrentMessage is not null;
                awaiting.Queue.Record("failed");
                log = [.. awaiting.Queue.LogSince("m1").Where(line => !line.StartsWith("more?", StringComparison.Ordinal))];
            }
        };
        var first = new Numbered(1);
        await awaiting.Start(first);
        awaiting.Actor.Tell(new Numbered(2));

        awaiting.Finish(new InvalidOperationException("by design"));
        await Eventually.True(() => awaiting.Queue.LogSince("m1").Contains("take m2"));

        Assert.Same(first, current);
        Assert.False(stillAwaits);
        Assert.Equal(["run", "continues m1", "failed"], log[^3..]);
    }

    [Fact]
    public async Task An_actor_that_is_stopped_while_it_awaits_is_cleaned_up_with_the_handler_unfinished()
    {
        await using var system = SeamSystem.Create();
        var awaiting = new Awaiting(system);
        object? awaited = null;
        var first = new Numbered(1);
        await awaiting.Start(first);
        awaiting.Queue.OnCleanUp = () => awaited = awaiting.Cell.TaskScheduler.CurrentMessage;
        awaiting.Actor.Tell(new Numbered(2));

        system.System.Stop(awaiting.Actor);
        await Eventually.True(() => awaiting.Queue.Log.Contains("clean up [m2]"));

        Assert.Same(first, awaited);
        Assert.DoesNotContain("take m2", awaiting.Queue.Log);
        Assert.DoesNotContain("finished m1", awaiting.Queue.Log);
    }

    [Fact]
    public async Task A_handler_whose_task_is_already_complete_ends_within_its_invoke()
    {
        await using var system = SeamSystem.Create();
        system.Dispatcher().NoteRuns();
        var actor = system.ActorOf(AsyncHandler.Props((_, _) => Task.CompletedTask));
        var queue = await system.AtRest(actor);

        actor.Tell(new Numbered(1));
        await Eventually.True(() => queue.LogSince("m1").Contains("returned"));

        // suspended and resumed within the invoke: the resume asks for messages
        Assert.Equal(["take m1", "more? no", "empty", "more? no", "returned"], queue.LogSince("m1"));
        Assert.Null(actor.Cell().TaskScheduler.CurrentMessage);
    }

    private sealed record Numbered(int Number)
    {
        public override string ToString() => $"m{Number}";
    }

    /// <summary>An actor whose handler of the first message awaits until the test lets it finish.</summary>
    private sealed class Awaiting
    {
        private readonly TestSystem _system;
        private readonly TaskCompletionSource _go = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Awaiting(TestSystem system)
        {
            _system = system;
            system.Dispatcher().NoteRuns();
            Actor = system.ActorOf(AsyncHandler.Props((_, message) => message is Numbered { Number: 1 } ? Await() : Task.CompletedTask));
        }

        public IActorRef Actor { get; }

        public ActorCell Cell => Actor.Cell();

        public RecordingQueue Queue => RecordingMailbox.Of(_system, Actor);

        /// <summary>Returns when the handler awaits and its run has returned.</summary>
        public async Task Start(Numbered first)
        {
            await _system.AtRest(Actor);
            Actor.Tell(first);
            await Eventually.True(() => Queue.LogSince(first).Contains("returned"));
        }

        /// <summary>Lets the mailbox run for a system message.</summary>
        public async Task RunOnce()
        {
            var before = Returned();
            _system.ActorOf((context, _) => context.Watch(Actor)).Tell("watch");
            await Eventually.True(() => Returned() > before);
        }

        public void Finish(Exception? failure = null)
        {
            if (failure is null)
            {
                _go.SetResult();
            }
            else
            {
                _go.SetException(failure);
            }
        }

        private int Returned() => Queue.Log.Count(line => line == "returned");

        private async Task Await()
        {
            Queue.Record("awaits m1");
            try
            {
                await _go.Task;
            }
            finally
            {
                Queue.Record("continues m1");
            }

            Queue.Record("finished m1");
        }
    }
}
