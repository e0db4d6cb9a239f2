using AkkaInstrumentation.Tests.Metrics;

namespace AkkaInstrumentation.Tests.Spans;

/// <summary>A handler that awaits. What its span is, is in <c>AsyncCases</c>.</summary>
public class AsyncHandlerSpec
{
    [Fact]
    public async Task The_thread_that_awaits_is_left_without_a_current_activity()
    {
        await using var system = OneThread.System();
        using var spans = SpanRecorder.WithRoot(out _);
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var go = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var found = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf(AsyncHandler.Props((_, _) =>
        {
            entered.SetResult();
            return go.Task;
        }).WithDispatcher(OneThread.Id));

        actor.Tell("message", ActorRefs.NoSender);
        await Eventually.Within(entered.Task);
        system.System.Dispatchers.Lookup(OneThread.Id).Schedule(() => found.SetResult(Activity.Current));
        Assert.Null(await Eventually.Within(found.Task));

        go.SetResult();
        await spans.WaitForStopped(1);
    }
}
