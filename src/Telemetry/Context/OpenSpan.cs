using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The place where the span of an open message is kept. Each thread has one (<see cref="ThreadContext.Keep"/>). A mailbox would be the wrong place:
/// the mailboxes of a hundred thousand actors are old memory, and each reference from old memory to a new object costs the next garbage collection
/// time.
/// <para>
/// A place is free while it is empty. Who closes the message empties the place, and never touches it again. Mostly this is the thread itself. A
/// handler that awaits, and a run that has been overtaken, leave the place to the run that closes the message. The thread then finds its place
/// occupied and takes a new one.
/// </para>
/// </summary>
internal sealed class OpenSpan
{
    private Activity? _span;

    public Activity? Span => Volatile.Read(ref _span);

    public bool IsFree => Span is null;

    /// <summary>Only by the thread that has the place, and only when it is free.</summary>
    public void Keep(Activity span) => Volatile.Write(ref _span, span);

    public void Empty() => Volatile.Write(ref _span, null);
}
