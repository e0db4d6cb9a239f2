using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// An actor whose messages may belong to another trace than its current one: infrastructure that sets messages aside, or a persistent actor. While it
/// handles a message, each message that it sends is shown to this object. Thread that runs the actor.
/// </summary>
internal abstract class Relay
{
    /// <summary>The actor sends a message. Returns true if <paramref name="origin"/> replaces the current context. Never throws.</summary>
    /// <param name="message">The message.</param>
    /// <param name="current">The current activity.</param>
    /// <param name="passing">The trace that passes through.</param>
    /// <param name="origin">The message's origin; null for no trace.</param>
    public bool TryOriginOf(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        try
        {
            return TryOriginOfCore(message, current, passing, out origin);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
            origin = null;
            return false;
        }
    }

    protected abstract bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin);

    /// <summary>The origin of a message that is sent now in the current context, if that is a trace; else null.</summary>
    protected static MessageOrigin? OriginIn(Activity? current, PassThroughContext? passing) =>
        passing is not null && ReferenceEquals(current, passing.Span) ? passing.Trace
        : current is null ? null
        : MessageOrigin.SentIn(current);
}
