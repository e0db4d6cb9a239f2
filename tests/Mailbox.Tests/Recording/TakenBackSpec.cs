namespace AkkaInstrumentation.Tests.Recording;

/// <summary>
/// A message that a run has left to the next one, because the run began before anybody listened. It waits at the front of the queue, which Akka does
/// not count in a priority mailbox.
/// </summary>
[Collection(Alone.Name)]
public sealed class TakenBackSpec
{
    [Theory]
    [InlineData(nameof(ByPriority))]
    [InlineData("akka.actor.mailbox.unbounded-deque-based")]
    public async Task Is_waited_for_although_a_continuation_has_put_stashed_messages_before_it(string mailbox)
    {
        await using var system = Systems.Instrumented(PriorityMailboxes.Hocon);
        var owner = system.ActorOf(Echo.Props);
        var queue = (InstrumentedMessageQueue)system.QueueFor(owner, mailbox);
        using var listener = SpanRecorder.WithRoot(out var root);
        queue.Enqueue(owner, new Envelope("left", owner));
        root.Dispose();
        Activity.Current = null;
        Assert.Equal([], Run(queue, throughput: 1, mayTrace: false));
        Assert.True(queue.HasMessages);

        // the next run begins with system messages, and one of them is the continuation of a handler that returns what it has stashed
        queue.EnqueueFirst(new Envelope("stashed", owner));
        Assert.Equal(["stashed"], Run(queue, throughput: 1));

        Assert.True(queue.HasMessages);
        Assert.Equal(["left"], Run(queue, throughput: 1));
        Assert.False(queue.HasMessages);
    }

    private static List<object> Run(InstrumentedMessageQueue queue, int throughput, bool mayTrace = true)
    {
        var taken = new List<object>();
        var run = queue.Recorder.BeginRun(ThreadContext.Mine, mayTrace);
        while (taken.Count < throughput && queue.TryDequeue(out var envelope))
        {
            taken.Add(envelope.Message);
        }

        queue.Recorder.EndRun(run, ThreadContext.Mine);
        return taken;
    }
}
