using System.Collections.Concurrent;
using System.Reflection;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 1 about Akka.NET 1.5: where a plug-in can hook in, and where not.</summary>
public sealed class Fact01_SeamsSpec
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    [Fact]
    public void Mailbox_Run_cannot_be_overridden()
    {
        var run = typeof(Mailbox).GetMethod(nameof(Mailbox.Run))!;

        Assert.True(!run.IsVirtual || run.IsFinal);
    }

    [Fact]
    public void The_dispatcher_does_not_let_others_make_a_mailbox() =>
        Assert.DoesNotContain(
            typeof(MessageDispatcher).GetMethods(All),
            method => method.ReturnType == typeof(Mailbox) && (method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly));

    [Theory]
    [InlineData("ExecuteTask")]
    [InlineData("Dispatch")]
    [InlineData("SystemDispatch")]
    [InlineData("Attach")]
    [InlineData("Detach")]
    public void The_dispatcher_lets_others_override(string seam)
    {
        var method = Assert.Single(typeof(Akka.Dispatch.Dispatcher).GetMethods(All), method => method.Name == seam);

        Assert.True(method is { IsVirtual: true, IsFinal: false } && (method.IsPublic || method.IsFamily));
    }

    [Fact]
    public async Task ExecuteTask_is_given_the_actors_Mailbox_itself_each_time()
    {
        await using var system = SeamSystem.Create();
        var given = new ConcurrentQueue<IRunnable>();
        system.Dispatcher().NoteRuns(given.Enqueue);
        var actor = system.ActorOf(Echo.Props);
        await system.AtRest(actor);
        await actor.Ask<int>(1);

        var mailbox = actor.Cell().Mailbox;
        var ours = given.OfType<Mailbox>().Where(run => run.MessageQueue == RecordingMailbox.Of(system, actor)).ToList();
        Assert.True(ours.Count > 1, $"scheduled {ours.Count} times");
        Assert.All(ours, run => Assert.Same(mailbox, run));
        Assert.All(given, run => Assert.IsType<Mailbox>(run));
    }

    [Fact]
    public async Task An_actor_is_attached_once_before_its_first_run_and_detached_once()
    {
        await using var system = SeamSystem.Create();
        var seen = new ConcurrentQueue<(string What, IActorRef Actor)>();
        var dispatcher = system.Dispatcher();
        dispatcher.OnAttach = cell => seen.Enqueue(($"attach {cell.Props.Type.Name}", cell.Self));
        dispatcher.OnDetach = cell => seen.Enqueue(("detach", cell.Self));
        dispatcher.Around = run => new NotedRun(
            run,
            () =>
            {
                if (run is Mailbox { MessageQueue: RecordingQueue queue })
                {
                    seen.Enqueue(("run", queue.Owner));
                }
            },
            () => { });

        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<int>(1);
        system.System.Stop(actor);
        await Eventually.True(() => seen.Contains(("detach", actor)));

        List<string> ours = [.. seen.Where(entry => entry.Actor.Equals(actor)).Select(entry => entry.What)];
        Assert.Equal("attach Echo", ours[0]);
        Assert.Equal("run", ours[1]);
        Assert.Equal("detach", ours[^1]);
        Assert.Equal(["attach Echo", "detach"], ours.Where(what => what != "run"));
    }

    [Fact]
    public async Task Every_message_passes_Dispatch_of_the_receivers_dispatcher_on_the_senders_thread()
    {
        await using var system = SeamSystem.Create();
        var thread = 0;
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<int>(0);
        system.Dispatcher().OnDispatch = (cell, envelope) =>
        {
            if (cell.Self.Equals(actor) && envelope.Message is "marked")
            {
                thread = Environment.CurrentManagedThreadId;
            }
        };

        actor.Tell("marked", ActorRefs.NoSender);

        Assert.Equal(Environment.CurrentManagedThreadId, thread);
    }

    [Fact]
    public async Task A_message_told_to_a_top_level_actor_that_has_not_started_is_enqueued_by_the_guardians_thread()
    {
        // RepointableActorRef: the sender's Activity.Current cannot be seen for such a message
        await using var system = SeamSystem.Create();
        using var hold = new Hold();
        var guardian = 0;
        system.InternalDispatcher().Around = run => run is Mailbox { MessageQueue: RecordingQueue { Owner.Path.Name: "user" } }
            ? new NotedRun(
                run,
                () =>
                {
                    guardian = Environment.CurrentManagedThreadId;
                    hold.Pass();
                },
                () => { })
            : run;
        await Eventually.True(() =>
        {
            // a run of the guardian that began before the hook may start this one
            system.System.ActorOf(Echo.Props);
            return hold.Entered.IsCompleted;
        });
        var sender = Environment.CurrentManagedThreadId;
        var actor = system.System.ActorOf(Echo.Props);
        actor.Tell("early", ActorRefs.NoSender);
        hold.Release();
        await Eventually.True(() => RecordingMailbox.Has(system, actor) && RecordingMailbox.Of(system, actor).LogSince("early").Any());

        Assert.NotEqual(sender, guardian);
        Assert.Equal(guardian, RecordingMailbox.Of(system, actor).EnqueuedBy["early"]);
    }

    [Fact]
    public async Task CleanUp_is_called_once_on_stop_with_what_waits()
    {
        await using var system = SeamSystem.Create();
        using var hold = new Hold();
        var actor = system.ActorOf((context, message) =>
        {
            ((Hold)message).Pass();
            context.Stop(context.Self);
        });
        var queue = await system.AtRest(actor);
        actor.Tell(hold);
        await hold.Entered;
        actor.Tell("a");
        actor.Tell("b");
        hold.Release();
        await Eventually.True(() => queue.Log.Any(line => line.StartsWith("clean up", StringComparison.Ordinal)));

        Assert.Equal([$"take {hold}", "clean up [a, b]"], queue.LogSince(hold));
    }

    [Fact]
    public async Task CleanUp_is_not_called_again_for_a_message_that_comes_after_it()
    {
        await using var system = SeamSystem.Create();
        system.Dispatcher().NoteRuns();
        using var hold = new Hold();
        var actor = system.ActorOf(Echo.Props);
        var queue = await system.AtRest(actor);
        queue.OnEnqueue = message =>
        {
            if (message is "late")
            {
                hold.Pass();
            }
        };

        var sending = Task.Factory.StartNew(() => actor.Tell("late", ActorRefs.NoSender), TaskCreationOptions.LongRunning);
        await hold.Entered;
        await actor.GracefulStop(TimeSpan.FromSeconds(20));
        hold.Release();
        await Eventually.Within(sending);

        Assert.Equal(["clean up []"], queue.Log.Where(line => line.StartsWith("clean up", StringComparison.Ordinal)));
        Assert.Equal(1, queue.Count);
    }
}
