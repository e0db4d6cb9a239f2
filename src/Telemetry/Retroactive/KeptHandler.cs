using System.Diagnostics;
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
    /// <param name="info">Actor and message.</param>
    /// <param name="verdict">The rules' verdict on it.</param>
    /// <param name="message">The message.</param>
    /// <param name="begun">How it begins.</param>
    /// <param name="run">The run.</param>
    public abstract void Begin(MessageTypeInfo info, Verdict verdict, in StampedEnvelope message, KeptBegin begun, int run);

    /// <summary>The open message has ended. Returns the time, which is read if it is 0.</summary>
    public abstract long End(long now);

    /// <summary>A run begins that has found a message of an earlier run. It goes on if its handler awaits.</summary>
    public abstract void TakeOver(int run, bool isAwaiting);

    /// <summary>A run ends that has left its last message open.</summary>
    public abstract void Leave(int run);

    /// <summary>The place of the open message, whose span is made now because it failed or was slow.</summary>
    public abstract KeptSpan ToSpan();

    /// <summary>The open message has a span of its own.</summary>
    public abstract void HasSpan();

    /// <summary>The handler of the open message has thrown.</summary>
    public abstract void HasFailed();
}

/// <summary>How an unsampled message begins.</summary>
/// <param name="Activity">What is current in its handler; null for nothing.</param>
/// <param name="Now">The time.</param>
/// <param name="Waited">Ticks that it has waited; negative when unknown.</param>
/// <param name="ShownName">The name of the event, if it is a journal's answer for one; null for its own.</param>
/// <param name="PassesThrough">Whether it has no span even in a recorded trace.</param>
internal readonly record struct KeptBegin(Activity? Activity, long Now, long Waited, string? ShownName, bool PassesThrough);

/// <summary>The place of a message in an unsampled trace, if its span is made after all.</summary>
/// <param name="Origin">The message, as what it has sent has it.</param>
/// <param name="Parent">The message in whose handler it was sent; 0 for none.</param>
/// <param name="ParentHasEnded">Whether that one has left its record.</param>
internal readonly record struct KeptSpan(KeptOrigin Origin, ulong Parent, bool ParentHasEnded);

/// <summary>Keeps unsampled traces. The assembly above implements it. Any thread.</summary>
internal interface ITraceKeeper
{
    /// <summary>Sees the messages of an actor.</summary>
    KeptHandler HandlerOf(RetroactiveLimits limits, ActorPath actor);

    /// <summary>Keeps a trace. Does nothing if it is kept.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="limits">The limit that all spans of kept traces share.</param>
    /// <param name="share">That of the actor type of the message for which it is kept.</param>
    /// <param name="now">The time.</param>
    void Keep(KeptTrace trace, RetroactiveLimits limits, FairShare share, long now);

    /// <summary>How many messages before this one, along its parents, are not known any more; 0 if all are.</summary>
    int MissingBefore(in KeptSpan place);
}
