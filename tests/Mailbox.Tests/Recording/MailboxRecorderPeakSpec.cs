using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>The largest depth of a mailbox is that which a run finds or leaves.</summary>
public sealed class MailboxRecorderPeakSpec
{
    [Fact]
    public async Task What_a_run_finds_and_what_it_leaves_is_recorded()
    {
        await using var system = Systems.Plain();
        using var metrics = new MetricRecorder(system);
        var queue = new UnboundedMessageQueue();
        for (var i = 0; i < 3; i++)
        {
            queue.Enqueue(ActorRefs.Nobody, new Envelope(i, ActorRefs.NoSender));
        }

        var recorder = await Recorders.OfStartedActor(system, queue);

        recorder.Depths.Record(7);
        Assert.Equal(7, recorder.Depths.Peak.Take());

        recorder.EndRun(recorder.BeginRun(ThreadContext.Mine), ThreadContext.Mine);
        Assert.Equal(3, recorder.Depths.Peak.Take());
    }
}
