using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Where a message was sent: in the handler of an unsampled message that leaves a record. Once its trace is kept, it is the origin of a recorded
/// span. The assembly above implements it.
/// </summary>
internal abstract class KeptOrigin : MessageOrigin
{
    /// <summary>Whether a handler may do without more than the id of its message: nobody has to see the trace.</summary>
    public abstract bool IsPlain { get; }

    /// <summary>The id of the message in whose handler it was sent, as another node is told.</summary>
    public abstract ActivitySpanId MessageId { get; }
}

/// <summary>
/// The unsampled message that a mailbox handles, as far as what it sends has to know it. Between its messages none is open. The thread that runs the
/// mailbox; <see cref="Run"/> is what two overlapping runs exchange.
/// </summary>
internal abstract class UnsampledMessage
{
    // Most programs keep nothing. A sender then reads only this field.
    private static bool s_isUsed;

    /// <summary>Whether any actor system of the process keeps records, or has kept some.</summary>
    public static bool IsUsed
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_isUsed;
    }

    /// <summary>The run that has opened the message; 0 when none is open.</summary>
    public int Run;

    /// <summary>Whether handlers of such messages need an activity.</summary>
    protected abstract ActivityNeed? Need { get; }

    /// <summary>The origin of what its handler sends. The first message makes it.</summary>
    public abstract KeptOrigin Origin { get; }

    public static void Use() => s_isUsed = true;

    /// <summary>
    /// The origin of what is sent here, where a trace flows without an activity: in the handler of this thread's message, if it is that one's. Code
    /// that runs elsewhere, such as a task that the handler has started, cannot know its message. The next handlers of the type get an activity,
    /// which flows with such code.
    /// </summary>
    /// <param name="passing">What flows.</param>
    /// <returns>Null if no record knows it.</returns>
    public static MessageOrigin? OriginIn(PassThroughContext passing)
    {
        if (passing.Origin is not NonRecordingContext)
        {
            return passing.Origin.Trace as KeptOrigin;
        }

        var here = ThreadContext.Known?.Kept;
        if (here is { Run: not 0 } message && passing.Need is { } need && ReferenceEquals(message.Need, need))
        {
            return message.Origin;
        }

        if (here is null && passing.Need is { IsKept: true } unknown)
        {
            unknown.Note(Stopwatch.GetTimestamp());
        }

        return null;
    }
}
