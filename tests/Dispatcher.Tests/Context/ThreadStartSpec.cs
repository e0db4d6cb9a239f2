using AkkaInstrumentation.Tests.Kinds;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// A dispatcher starts its threads when it gets its first task, which may be in a traced handler. What flows there stays on such a thread for good.
/// Every later handler would then show a span that has ended long ago, and its requests would carry that span's trace to other services.
/// </summary>
[Collection(Alone.Name)]
public sealed class ThreadStartSpec
{
    public enum Ends
    {
        /// <summary>An exporter is disposed of, or the page is closed.</summary>
        LastListener,

        /// <summary>Tracing is switched off, and listeners stay.</summary>
        Tracing,
    }

    public static TheoryData<string, Ends> Kinds =>
        Combinations.Each(Kind.Names.Cast<object[]>().Select(row => (string)row[0]), Ends.LastListener, Ends.Tracing);

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_dispatcher_that_a_traced_handler_starts_keeps_nothing_of_it(string kind, Ends ends)
    {
        await using var system = Systems.Instrumented($"{Kind.Hocon(kind)}\nakka.instrumentation.tracing.sampling.ratio = 1");
        await StartsInTrace(system, ends);
    }

    /// <summary>When its last actor has stopped, the threads of a dispatcher end. The next actor gets others.</summary>
    [Fact]
    public async Task Nor_does_a_dispatcher_that_starts_again()
    {
        await using var system = Systems.Instrumented($"{Kind.Hocon("fork-join executor")}\nakka.instrumentation.tracing.sampling.ratio = 1");
        var thread = new TaskCompletionSource<Thread>(TaskCreationOptions.RunContinuationsAsynchronously);
        var first = Kind.ActorOn(system, Handler.Props((_, _) => thread.SetResult(Thread.CurrentThread)));
        first.Tell("which", ActorRefs.NoSender);
        var ended = await Eventually.Within(thread.Task);
        system.System.Stop(first);
        await Eventually.True(() => !ended.IsAlive);

        await StartsInTrace(system, Ends.LastListener);
    }

    private static async Task StartsInTrace(TestSystem system, Ends ends)
    {
        const int Messages = 50;
        var found = new ConcurrentQueue<Activity?>();
        var looks = Handler.Props((_, _) => found.Enqueue(Activity.Current)).WithDispatcher(Kind.Id);
        var started = new TaskCompletionSource<IActorRef>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var spans = SpanRecorder.OfActor(out var name);
        system.ActorOf((context, _) => started.SetResult(context.ActorOf(looks)), name).Tell("start", ActorRefs.NoSender);
        var traced = await Eventually.Within(started.Task);
        await spans.WaitForStopped(1);

        End(system, spans, ends);
        var late = Kind.ActorOn(system, looks);
        for (var i = 1; i <= Messages; i++)
        {
            // one by one, so that each is a run of its own on whichever thread
            traced.Tell(i, ActorRefs.NoSender);
            late.Tell(i, ActorRefs.NoSender);
            await Eventually.Equal(2 * i, () => found.Count);
        }

        Assert.All(found, Assert.Null);
    }

    /// <summary>Akka's task executor brings along what flows where the message is sent, as an executor of the application may.</summary>
    [Theory]
    [InlineData(Ends.LastListener)]
    [InlineData(Ends.Tracing)]
    public async Task A_run_sees_no_span_of_another_handler_and_all_else_that_plain_Akka_lets_it_see(Ends ends)
    {
        await using var system = Systems.Instrumented($"{Kind.Hocon("task executor")}\nakka.instrumentation.tracing.sampling.ratio = 1");
        using var spans = SpanRecorder.OfActor(out var name);
        var captured = new TaskCompletionSource<ExecutionContext>(TaskCreationOptions.RunContinuationsAsynchronously);
        var found = new ConcurrentQueue<Activity?>();
        var actor = Kind.ActorOn(
            system,
            Handler.Props((_, message) =>
            {
                if (message is "capture")
                {
                    captured.SetResult(ExecutionContext.Capture()!);
                }
                else
                {
                    found.Enqueue(Activity.Current);
                }
            }),
            name);
        actor.Tell("capture", ActorRefs.NoSender);
        var stale = await Eventually.Within(captured.Task);
        await spans.WaitForStopped(1);
        await Idle.Is(actor);
        using var own = new Activity("the application's").Start();
        Activity.Current = null;

        End(system, spans, ends);
        ExecutionContext.Run(stale, _ => actor.Tell(1, ActorRefs.NoSender), null);
        await Eventually.Equal(1, () => found.Count);
        await Idle.Is(actor);
        Activity.Current = own;
        actor.Tell(2, ActorRefs.NoSender);
        await Eventually.Equal(2, () => found.Count);

        Assert.Equal([null, own], found);
    }

    private static void End(TestSystem system, SpanRecorder spans, Ends ends)
    {
        if (ends == Ends.Tracing)
        {
            system.Control.Change("tracing.enabled = off");
        }
        else
        {
            spans.Dispose();
            Assert.False(AkkaTelemetry.Source.HasListeners());
        }
    }
}
