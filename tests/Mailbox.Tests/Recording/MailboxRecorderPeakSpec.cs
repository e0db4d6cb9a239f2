using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>Which looks at a mailbox' depth are noted: each costs the reader and the senders a cache line.</summary>
public sealed class MailboxRecorderPeakSpec
{
    [Theory]
    [InlineData(7, 0)]
    [InlineData(0, 3)]
    public async Task What_a_run_leaves_is_noted_and_the_next_looks_only_if_that_was_nothing(int left, int found)
    {
        await using var system = Systems.Plain();
        using var metrics = new MetricRecorder(system);
        var queue = new UnboundedMessageQueue();
        for (var i = 0; i < 3; i++)
        {
            queue.Enqueue(ActorRefs.Nobody, new Envelope(i, ActorRefs.NoSender));
        }

        var recorder = await Recorders.OfStartedActor(system, queue);

        recorder.Depths.NoteRemaining(left);
        Assert.Equal(left, recorder.Depths.Peak.Take());

        var run = recorder.BeginRun(ThreadContext.Mine);
        Assert.Equal(found, recorder.Depths.Peak.Take());

        // nobody has asked how many it leaves
        recorder.EndRun(run, ThreadContext.Mine, outer: default);
        recorder.EndRun(recorder.BeginRun(ThreadContext.Mine), ThreadContext.Mine, outer: default);
        Assert.Equal(3, recorder.Depths.Peak.Take());
    }
}
