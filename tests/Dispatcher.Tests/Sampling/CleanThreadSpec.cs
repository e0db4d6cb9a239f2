using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>What an untraced message leaves on the thread that handled it, which here is the test's own: nothing.</summary>
public sealed class CleanThreadSpec()
    : TestKit(ConfigurationFactory.ParseString("akka.instrumentation.tracing.sampling.ratio = 0").WithFallback(AkkaInstrumentationConfig.Defaults))
{
    private static readonly AsyncLocal<string?> Flowing = new();

    [Fact]
    public async Task Without_a_context_before_there_is_none_afterwards()
    {
        var actor = await Started();
        using var spans = SpanRecorder.UnderPath(actor.Path.ToStringWithoutAddress());
        var (seen, left, context) = await OnEmptyThread(() => actor.Tell("message", ActorRefs.NoSender));

        Assert.IsType<NonRecordingActivity>(seen);
        Assert.Null(left);
        Assert.Same(await OnEmptyThreadContext(), context);
    }

    [Fact]
    public async Task What_the_thread_carried_it_carries_still_in_the_handler_and_afterwards()
    {
        var actor = await Started();
        using var spans = SpanRecorder.WithRoot(out var root);
        Activity.Current = null;
        Flowing.Value = "mine";

        actor.Tell("message", ActorRefs.NoSender);
        Assert.IsType<NonRecordingActivity>(_seen);
        Assert.Equal("mine", _flowing);
        Assert.Null(Activity.Current);
        Assert.Equal("mine", Flowing.Value);

        Activity.Current = root;
        actor.Tell("message", ActorRefs.NoSender);
        Assert.Equal((root.SpanId, "mine"), (_seen!.ParentSpanId, _flowing));
        Assert.Same(root, Activity.Current);
        Assert.Equal("mine", Flowing.Value);
    }

    [Fact]
    public async Task Inside_another_actors_message_the_outer_one_finds_its_own_again()
    {
        var inner = await Started();
        Activity? before = null, after = null;
        var outer = await Started(Handler.Props((_, _) =>
        {
            before = Activity.Current;
            inner.Tell("message", ActorRefs.NoSender);
            after = Activity.Current;
        }));
        using var spans = SpanRecorder.UnderPath(outer.Path.ToStringWithoutAddress());

        outer.Tell("message", ActorRefs.NoSender);

        Assert.IsType<NonRecordingActivity>(before);
        Assert.Same(before, after);
        Assert.Equal(before.TraceId, Assert.IsType<NonRecordingActivity>(_seen).TraceId);
        Assert.Null(Activity.Current);
    }

    private Activity? _seen;
    private string? _flowing;

    private async Task<(Activity? Seen, Activity? Left, ExecutionContext? Context)> OnEmptyThread(Action action)
    {
        var done = new TaskCompletionSource<(Activity?, ExecutionContext?)>(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            action();
            done.SetResult((Activity.Current, ExecutionContext.Capture()));
        }).UnsafeStart();
        var (left, context) = await Eventually.Within(done.Task);
        return (_seen, left, context);
    }

    private async Task<ExecutionContext?> OnEmptyThreadContext() => (await OnEmptyThread(() => { })).Context;

    private async Task<IActorRef> Started(Props? props = null)
    {
        var actor = Sys.ActorOf((props ?? Handler.Props((_, _) => (_seen, _flowing) = (Activity.Current, Flowing.Value)))
            .WithDispatcher("akka.test.calling-thread-dispatcher"));
        return await Idle.Is(actor);
    }
}
