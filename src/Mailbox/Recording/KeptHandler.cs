using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Sees the unsampled messages of one mailbox, in case that their trace is kept. The assembly above implements it. The thread that runs the mailbox.
/// A message that a run leaves is closed by that run or by the next one, whoever takes <see cref="UnsampledMessage.Run"/> away. No member throws.
/// </summary>
internal abstract class KeptHandler : UnsampledMessage
{
    /// <summary>
    /// A message begins of which nothing else is open, and the one before has ended. Runs for each unsampled message.
    /// </summary>
    public abstract void Next(MessageCell cell, MessageOrigin? origin, IActorRef? sender, long now, int run);

    /// <summary>The same for a message that something else is open of, or that has an activity.</summary>
    /// <param name="mailbox">The actor's.</param>
    /// <param name="info">Actor and message.</param>
    /// <param name="verdict">The rules' verdict on it.</param>
    /// <param name="message">The message.</param>
    /// <param name="now">The time.</param>
    /// <param name="waited">Ticks that it has waited; negative when unknown.</param>
    public abstract void Begin(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope message, long now, long waited);

    /// <summary>The open message has ended. Returns the time, which is read if it is 0.</summary>
    public abstract long End(long now);

    /// <summary>A run begins that has found a message of an earlier run. It goes on if its handler awaits.</summary>
    public abstract void TakeOver(int run, bool isAwaiting);

    /// <summary>A run ends that has left its last message open.</summary>
    public abstract void Leave(int run);

    /// <summary>The handler of the open message has thrown.</summary>
    public abstract void HasFailed();

    /// <summary>The place of the open message, whose span is made now because it has failed; null if its trace is not kept.</summary>
    public abstract RetroactivePlace? PlaceOfFailed();

    /// <summary>The same of one that was slow. Its span is made instead of a record.</summary>
    /// <param name="leavingRun">The run that leaves it; 0 for none.</param>
    public abstract RetroactivePlace? PlaceOfSlow(int leavingRun);
}
