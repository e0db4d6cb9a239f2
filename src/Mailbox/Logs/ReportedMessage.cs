using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor of Akka's reports on this thread, while it does so: one that waited when its actor stopped, or a dead letter that its
/// listener logs. Nothing is current there, and no user's code runs.
/// </summary>
internal static class ReportedMessage
{
    [ThreadStatic]
    private static ActorCell? t_actor;

    [ThreadStatic]
    private static MessageOrigin? t_origin;

    /// <summary>The actor at work on this thread reports a message from now on.</summary>
    /// <param name="origin">The message's origin; null when it has none.</param>
    public static void Begin(MessageOrigin? origin)
    {
        t_actor = InternalCurrentActorCellKeeper.Current;
        t_origin = origin;
    }

    public static void End() => (t_actor, t_origin) = (null, null);

    /// <summary>Whether this actor, at work on this thread, reports a message. A run inside another run has another actor.</summary>
    public static bool IsBy(ActorCell actor, out MessageOrigin? origin)
    {
        origin = t_origin;
        return ReferenceEquals(t_actor, actor);
    }

    /// <summary>A message that waited when its actor stopped.</summary>
    public static void BeginLeft(MailboxRecorder recorder, in StampedEnvelope left)
    {
        if (recorder.Roots is not null)
        {
            Begin(LogContext.Of(left.Origin));
        }
    }
}
