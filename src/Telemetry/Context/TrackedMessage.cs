using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The origin of a message that somebody follows until it has been handled. There is one only while a test tracks the message's trace. Each call
/// reports what has happened to the message. Any thread.
/// </summary>
/// <param name="origin">Where the message was sent.</param>
internal abstract class TrackedMessage(MessageOrigin origin) : OriginAround(origin)
{
    public sealed override CarriedBaggage? Baggage { get; } = origin.Baggage;

    public sealed override TrackedMessage Tracked => this;

    /// <summary>Its handler begins, with this span; null for none.</summary>
    public abstract void Began(Activity? span);

    /// <summary>Its handler has released the thread, and goes on later.</summary>
    public abstract void Awaits();

    /// <summary>Its handler has ended.</summary>
    /// <param name="isCutOff">It awaited when its actor stopped, and never goes on.</param>
    public abstract void Ended(bool isCutOff = false);

    /// <summary>Its actor keeps it, and may put it back into the mailbox after the handler's end.</summary>
    public abstract void Stashed();

    /// <summary>It is in the mailbox again.</summary>
    public abstract void Unstashed();

    /// <summary>Nobody handles it any more.</summary>
    public abstract void Lost();
}
