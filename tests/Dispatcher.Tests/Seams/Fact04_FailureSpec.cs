using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 4 about Akka.NET 1.5: how a failure can be seen (ActorCell.HandleInvokeFailure, Akka 1.5.71).</summary>
public sealed class Fact04_FailureSpec
{
    private sealed record Seen(string Supervisor, string Dispatcher, Exception Cause, int Thread, object? CurrentMessage);

    [Fact]
    public async Task Failed_passes_the_parents_dispatcher_on_the_failing_thread_while_the_message_is_still_current()
    {
        await using var system = SeamSystem.Create();
        var seen = Watch(system.Dispatcher());
        var thread = 0;
        var cause = new InvalidOperationException("by design");
        var parent = system.ActorOf((context, message) =>
            context.ActorOf(Handler.Props((_, _) =>
            {
                thread = Environment.CurrentManagedThreadId;
                throw cause;
            })).Tell(message));
        var failing = new object();

        parent.Tell(failing);
        await Eventually.Equal(1, () => seen.Count);

        var failure = Assert.Single(seen);
        Assert.Equal(parent.Path.ToStringWithoutAddress(), failure.Supervisor);
        Assert.Same(cause, failure.Cause);
        Assert.Equal(thread, failure.Thread);
        Assert.Same(failing, failure.CurrentMessage);
    }

    [Fact]
    public async Task A_failed_message_is_followed_by_no_dequeue_until_the_supervisor_has_answered()
    {
        await using var system = SeamSystem.Create();
        using var hold = new Hold();
        var actor = system.ActorOf((_, message) =>
        {
            if (message is 1)
            {
                hold.Pass();
                throw new InvalidOperationException("by design");
            }
        });
        var queue = await system.AtRest(actor);
        var answered = false;
        var takesBeforeTheAnswer = -1;
        system.Dispatcher().OnSystemDispatch = (cell, message) =>
        {
            if (message is Recreate && cell.Self.Equals(actor) && !answered)
            {
                answered = true;
                takesBeforeTheAnswer = queue.LogSince(1).Count(line => line.StartsWith("take", StringComparison.Ordinal) || line == "empty");
            }
        };

        actor.Tell(1);
        await hold.Entered;
        actor.Tell(2);
        hold.Release();
        await Eventually.True(() => queue.LogSince(1).Contains("take 2"));

        Assert.Equal(1, takesBeforeTheAnswer);
    }

    [Fact]
    public async Task The_internal_dispatcher_runs_the_user_guardian_and_sees_the_failures_of_top_level_actors()
    {
        await using var system = SeamSystem.Create();
        var seen = Watch(system.InternalDispatcher());
        var failing = new object();
        var actor = system.ActorOf((_, _) => throw new InvalidOperationException("by design"));

        actor.Tell(failing);
        await Eventually.Equal(1, () => seen.Count);

        var failure = Assert.Single(seen);
        Assert.Equal("/user", failure.Supervisor);
        Assert.Equal("akka.actor.internal-dispatcher", failure.Dispatcher);
        Assert.Same(failing, failure.CurrentMessage);
    }

    [Fact]
    public async Task A_failing_constructor_reaches_the_supervisor_with_no_current_message()
    {
        await using var system = SeamSystem.Create();
        var seen = Watch(system.InternalDispatcher());
        system.ActorOf(Props.Create(() => new Broken()));

        await Eventually.Equal(1, () => seen.Count);

        Assert.Null(Assert.Single(seen).CurrentMessage);
    }

    [Fact]
    public async Task A_restart_passes_the_actors_own_dispatcher_as_Recreate_before_the_actor_is_made_anew()
    {
        await using var system = SeamSystem.Create();
        var order = new ConcurrentQueue<string>();
        var made = 0;
        system.Dispatcher().OnSystemDispatch = (cell, message) =>
        {
            if (message is Recreate recreate && recreate.Cause is InvalidOperationException)
            {
                order.Enqueue("recreate " + cell.Self.Path.Name);
            }
        };
        var actor = system.ActorOf(Props.Create(() => new Restarting(() => order.Enqueue($"made {Interlocked.Increment(ref made)}"))), "restarting");

        actor.Tell("fail");
        await Eventually.Equal(3, () => order.Count);

        Assert.Equal(["made 1", "recreate restarting", "made 2"], order);
    }

    private static ConcurrentQueue<Seen> Watch(SeamDispatcher dispatcher)
    {
        var seen = new ConcurrentQueue<Seen>();
        dispatcher.OnSystemDispatch = (cell, message) =>
        {
            if (message is Failed failed)
            {
                seen.Enqueue(new Seen(
                    cell.Self.Path.ToStringWithoutAddress(),
                    cell.Dispatcher.Id,
                    failed.Cause,
                    Environment.CurrentManagedThreadId,
                    failed.Child.Cell().CurrentMessage));
            }
        };
        return seen;
    }

    private sealed class Broken : Handler
    {
        public Broken()
            : base((_, _) => { })
        {
            throw new InvalidOperationException("by design");
        }
    }

    private sealed class Restarting : Handler
    {
        public Restarting(Action made)
            : base((_, _) => throw new InvalidOperationException("by design"))
        {
            made();
        }
    }
}
