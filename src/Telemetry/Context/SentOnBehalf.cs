using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The message that this thread sends on behalf of others: a scheduler's message (<see cref="ScheduledContext"/>), or one that has arrived from
/// another node (<see cref="IArrivedMessage"/>). The current activity of the thread does not belong to it.
/// </summary>
internal static class SentOnBehalf
{
    [ThreadStatic]
    private static object? t_of;

    // Most programs never need it. A sender then reads only this field.
    private static bool s_isUsed;

    /// <summary>Whether this thread sends on behalf of others. Read for messages that are sent outside of all handlers.</summary>
    public static bool IsOn
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_isUsed && t_of is not null;
    }

    /// <summary>A <see cref="ScheduledContext"/> or an <see cref="IArrivedMessage"/>; null for none.</summary>
    public static object? Of => t_of;

    /// <summary>Call it before the first <see cref="Begin"/>.</summary>
    public static void Use() => s_isUsed = true;

    /// <summary>From now on this thread sends on behalf of others. Returns the value that <see cref="End"/> needs.</summary>
    public static object? Begin(object? of)
    {
        var outer = t_of;
        t_of = of;
        return outer;
    }

    public static void End(object? outer) => t_of = outer;
}

/// <summary>A message from another node that has arrived on this thread and has not been sent on yet.</summary>
internal interface IArrivedMessage
{
    /// <summary>Whether a message that is sent now is the one that arrived. Outside of the handler in which it arrived, it is forgotten.</summary>
    /// <param name="sent">The message that is sent.</param>
    /// <param name="origin">The origin of the arrived message, if it is that one.</param>
    bool Is(object sent, out MessageOrigin? origin);
}

/// <summary>
/// Watches the messages that are sent, for a feature that waits for some of them. While it waits for none, there is no watch, and a sender reads only
/// a field.
/// </summary>
internal abstract class WatchedSends
{
    private static WatchedSends? s_current;

    /// <summary>Null while no message is waited for.</summary>
    public static WatchedSends? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_current;
        protected set => Volatile.Write(ref s_current, value);
    }

    /// <summary>A message is sent to an actor, to another node, or to the dead letters. Sender's thread. Never throws.</summary>
    /// <param name="message">The message.</param>
    /// <param name="isLost">Whether it is a dead letter.</param>
    public abstract void Sent(object message, bool isLost = false);
}

/// <summary>
/// Carries a message and its context to another node. No actor receives it. If it cannot be sent, Akka publishes it as a suppressed dead letter,
/// and the instrumentation sends the message itself to the dead letters instead.
/// </summary>
internal interface ITraceEnvelope : IWrappedMessage, IDeadLetterSuppression
{
    /// <summary>The address of the node that gets the message; null if the message is written without a context, as without this library.</summary>
    string? Node { get; }

    /// <summary>The message could not be sent. Any thread.</summary>
    void CountDrop();
}

/// <summary>A reference to an actor of another node, which takes the context along at <c>Tell</c>.</summary>
internal interface ITracedReceiver : ICanTell;
