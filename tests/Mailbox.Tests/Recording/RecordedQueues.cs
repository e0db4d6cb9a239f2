using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>Queues that a test fills and empties itself.</summary>
internal static class RecordedQueues
{
    public static async Task<(UnboundedInstrumentedMessageQueue Queue, MailboxRecorder Recorder)> OfStartedActor(TestSystem system)
    {
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<int>(1);
        var queue = new UnboundedInstrumentedMessageQueue(AkkaInstrumentationExtension.For(system.System), actor);
        queue.Recorder.Attach((ActorCell)((ActorRefWithCell)actor).Underlying);
        return (queue, queue.Recorder);
    }

    /// <summary>One message in sixteen million.</summary>
    public static void TimeAsFewAsPossible(MailboxRecorder recorder)
    {
        while (recorder.Owner.Timing!.Threshold > SamplingRandom.Always >> TimingRate.MaxShift)
        {
            recorder.Owner.Timing.CountTimed();
        }
    }
}
