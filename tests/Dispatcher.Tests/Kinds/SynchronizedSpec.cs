namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>Actors that run on a synchronization context, as those of a window do.</summary>
public sealed class SynchronizedSpec : IDisposable
{
    // a run of a mailbox that began while nobody listened gives no spans: here somebody does before any actor starts
    private readonly SpanRecorder _listening = SpanRecorder.OfNothing();

    public void Dispose() => _listening.Dispose();

    [Fact]
    public async Task A_synchronized_dispatcher_runs_its_actor_on_the_context_it_was_started_in()
    {
        using var window = new Window();
        await using var system = Systems.Instrumented();

        var actor = await window.Do(() => system.System.ActorOf(Where(Dispatchers.SynchronizedDispatcherId), "window"));

        await AssertRunsIn(window, actor);
    }

    [Fact]
    public async Task Each_actor_has_its_own_context()
    {
        using var first = new Window();
        using var second = new Window();
        await using var system = Systems.Instrumented();

        var one = await first.Do(() => system.System.ActorOf(Where(Dispatchers.SynchronizedDispatcherId)));
        var two = await second.Do(() => system.System.ActorOf(Where(Dispatchers.SynchronizedDispatcherId)));

        await AssertRunsIn(first, one);
        await AssertRunsIn(second, two);
    }

    [Fact]
    public async Task A_section_with_the_executor_runs_on_the_context_that_its_first_task_came_from()
    {
        using var window = new Window();
        await using var system = Systems.Instrumented("mine { type = Dispatcher, executor = current-context-executor }");
        await window.Do(() =>
        {
            system.System.Dispatchers.Lookup("mine").Schedule(() => { });
            return true;
        });

        await AssertRunsIn(window, system.ActorOf(Where("mine")));
    }

    private static Props Where(string dispatcher) =>
        Handler.Props((context, _) => context.Sender.Tell(Thread.CurrentThread)).WithDispatcher(dispatcher);

    private static async Task AssertRunsIn(Window window, IActorRef actor)
    {
        Assert.Same(window.Thread, await actor.Ask<Thread>("has started?", TimeSpan.FromSeconds(20)));
        using var spans = SpanRecorder.WithRoot(out var root);
        Assert.Same(window.Thread, await actor.Ask<Thread>("whose thread?", TimeSpan.FromSeconds(20)));

        Assert.Equal(root.SpanId, Assert.Single(await spans.WaitForStopped(1)).ParentSpanId);
        root.Stop();
        Assert.Null(await window.Do(() => Activity.Current));
    }

    /// <summary>A thread with a queue of work, as a user interface has.</summary>
    private sealed class Window : SynchronizationContext, IDisposable
    {
        private readonly BlockingCollection<(SendOrPostCallback Work, object? State)> _work = [];

        public Window()
        {
            Thread = new Thread(Run) { IsBackground = true };
            Thread.UnsafeStart();
        }

        public Thread Thread { get; }

        public Task<T> Do<T>(Func<T> work)
        {
            var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
            Post(
                _ =>
                {
                    try
                    {
                        done.SetResult(work());
                    }
                    catch (Exception e)
                    {
                        done.SetException(e);
                    }
                },
                null);
            return Eventually.Within(done.Task);
        }

        public override void Post(SendOrPostCallback d, object? state) => _work.Add((d, state));

        // after the actor system, whose actors end here
        public void Dispose() => _work.CompleteAdding();

        private void Run()
        {
            SetSynchronizationContext(this);
            foreach (var (work, state) in _work.GetConsumingEnumerable())
            {
                work(state);
            }
        }
    }
}
