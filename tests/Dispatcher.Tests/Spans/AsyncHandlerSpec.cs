using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Spans;

/// <summary>A handler that awaits: its span lasts until its task has finished, wherever that is.</summary>
public class AsyncHandlerSpec
{
    private sealed class Pending
    {
        public TaskCompletionSource Go { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TaskCompletionSource Entered { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TaskCompletionSource<Activity?> CurrentAfterwards { get; } = new();

        public async Task Handle()
        {
            Entered.TrySetResult();
            await Go.Task;
            await Task.Yield();
            CurrentAfterwards.TrySetResult(Activity.Current);
        }
    }

    private static Props Awaiting { get; } = AsyncHandler.Props((_, message) => message is Pending pending ? pending.Handle() : Task.CompletedTask);

    [Fact]
    public async Task The_span_is_open_while_the_handler_awaits_and_current_in_its_continuations()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Awaiting);
        var message = new Pending();

        actor.Tell(message, ActorRefs.NoSender);
        actor.Tell("next", ActorRefs.NoSender);
        await message.Entered.Task;
        Assert.Empty(spans.Stopped);

        message.Go.SetResult();
        var stopped = await spans.WaitForStopped(2);
        Assert.Same(stopped[0], await message.CurrentAfterwards.Task);
        Assert.Equal("AsyncHandlerSpec.Pending", stopped[0].GetTagItem(AkkaSpanAttributes.MessageType));
        Assert.Equal("String", stopped[1].GetTagItem(AkkaSpanAttributes.MessageType));
        Assert.True(stopped[1].StartTimeUtc >= stopped[0].StartTimeUtc + stopped[0].Duration);
    }

    [Fact]
    public async Task The_thread_that_awaits_is_left_without_a_current_activity()
    {
        await using var system = Systems.Instrumented(
            """
            one-thread {
              type = "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher"
              executor = fork-join-executor
              dedicated-thread-pool { thread-count = 1, threadtype = background }
              throughput = 1
            }
            """);
        using var spans = SpanRecorder.WithRoot(out var root);
        var actor = system.ActorOf(Awaiting.WithDispatcher("one-thread"));
        var probe = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var message = new Pending();

        actor.Tell(message, ActorRefs.NoSender);
        await message.Entered.Task;
        system.System.Dispatchers.Lookup("one-thread").Schedule(() => probe.SetResult(Activity.Current));
        Assert.Null(await Eventually.Within(probe.Task));

        message.Go.SetResult();
        await spans.WaitForStopped(1);
    }
}
