using Akka.Actor.Internal;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>
/// A user's own specs on Akka's test kit. Its dispatcher, which runs an actor on the thread that sends to it, has a counterpart too.
/// </summary>
public class CallingThreadSpec() : TestKit(AkkaInstrumentationConfig.Defaults)
{
    private const string CallingThread = "akka.test.calling-thread-dispatcher";

    [Fact]
    public async Task A_message_is_handled_in_its_span_before_Tell_returns()
    {
        var seen = default(Activity);
        var thread = default(Thread);
        var actor = await Started(Handler.Props((_, _) => (seen, thread) = (Activity.Current, Thread.CurrentThread)));
        using var spans = SpanRecorder.WithRoot(out var root);

        actor.Tell("message", ActorRefs.NoSender);

        Assert.Same(Thread.CurrentThread, thread);
        Assert.Equal(root.SpanId, seen?.ParentSpanId);
        Assert.True(seen?.IsStopped);
        Assert.Same(root, Activity.Current);
    }

    [Fact]
    public async Task A_run_inside_a_message_of_another_actor_is_the_child_of_that_message()
    {
        var inner = await Started(Handler.Props((_, _) => { }));
        var stayed = false;
        var outer = await Started(Handler.Props((_, message) =>
        {
            var mine = Activity.Current;
            inner.Tell(message, ActorRefs.NoSender);
            stayed = mine is not null && ReferenceEquals(mine, Activity.Current);
        }));
        using var spans = SpanRecorder.WithRoot(out var root);

        outer.Tell("message", ActorRefs.NoSender);
        root.Stop();

        Assert.True(stayed);
        Assert.Equal(
            """
            test
              Handler/String
                Handler/String
            """,
            spans.Tree());
        Assert.Empty(spans.Open);
    }

    [Fact]
    public async Task An_actor_keeps_its_context_after_an_await_and_the_test_keeps_its_own()
    {
        var selves = new TaskCompletionSource<(IActorRef? Before, IActorRef? After)>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = await Started(AsyncHandler.Props(async (_, message) =>
        {
            if (message is "message")
            {
                var before = InternalCurrentActorCellKeeper.Current?.Self;
                await Task.Yield();
                selves.SetResult((before, InternalCurrentActorCellKeeper.Current?.Self));
            }
        }));
        var previous = SynchronizationContext.Current;
        var tests = new TestsContext();
        SynchronizationContext.SetSynchronizationContext(tests);
        try
        {
            actor.Tell("message", ActorRefs.NoSender);
            Assert.Same(tests, SynchronizationContext.Current);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(previous);
        }

        Assert.Equal((actor, actor), await selves.Task.WaitAsync(TimeSpan.FromSeconds(20)));
    }

    private sealed class TestsContext : SynchronizationContext
    {
        // not a SynchronizationContext itself: an await ignores that one
        public override void Post(SendOrPostCallback d, object? state) => ThreadPool.QueueUserWorkItem(_ => d(state));
    }

    // a top-level actor is started by its guardian, elsewhere
    private async Task<IActorRef> Started(Props props)
    {
        var actor = Sys.ActorOf(props.WithDispatcher(CallingThread));
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
        return await Idle.Is(actor);
    }
}
