using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>Recorders that a test drives itself.</summary>
internal static class Recorders
{
    /// <summary>One that is attached to an actor of its own, as if it were that of the actor's mailbox.</summary>
    public static async Task<MailboxRecorder> OfStartedActor(TestSystem system, IMessageQueue? queue = null)
    {
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<int>(1);
        var recorder = new MailboxRecorder(AkkaInstrumentationExtension.For(system.System), actor, queue ?? new UnboundedMessageQueue());
        recorder.Attach((ActorCell)((ActorRefWithCell)actor).Underlying);
        return recorder;
    }

    /// <summary>A message is sent, and the actor gets it.</summary>
    public static void TakeMessage(this MailboxRecorder recorder) =>
        recorder.NextMessage(taken: true, recorder.Stamp(new Envelope("message", ActorRefs.NoSender)));
}
