using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The place where the span of an open message is kept. Each thread has one (<see cref="ThreadContext.Keep"/>). A mailbox would be the wrong place:
/// the mailboxes of a hundred thousand actors are old memory, and each reference from old memory to a new object costs the next garbage collection
/// time.
/// <para>
/// A place is free while it is empty. Who closes the message empties the place, and never touches it again. Mostly this is the thread itself. A
/// handler that awaits, and a run that has been overtaken, leave the place to the run that closes the message. The thread then finds its place
/// occupied and takes a new one. Only the thread itself fills the place and sends from it.
/// </para>
/// </summary>
internal sealed class OpenSpan
{
    private Activity? _span;

    // The execution context of the handler as it begins; null where its flow is suppressed. A handler that lets something else flow gets another one.
    private ExecutionContext? _context;

    // The origin of what is sent in that context; null before the first message.
    private SenderContext? _origin;

    public Activity? Span => Volatile.Read(ref _span);

    public bool IsFree => Span is null;

    /// <summary>Only by the thread that has the place, and only when it is free.</summary>
    public void Keep(Activity span)
    {
        _context = ExecutionContext.Capture();

        // another thread may have emptied the place before this one had found the origin
        if (_origin is not null)
        {
            _origin = null;
        }

        Volatile.Write(ref _span, span);
    }

    public void Empty()
    {
        _context = null;
        if (_origin is not null)
        {
            _origin = null;
        }

        Volatile.Write(ref _span, null);
    }

    /// <summary>
    /// The origin of a message that this thread sends. Null unless it sends in the context in which the handler began, the recorded span is current in
    /// that, and there is no baggage. So one comparison mostly replaces the questions for what flows.
    /// </summary>
    /// <param name="context">The context of this thread.</param>
    public SenderContext? OriginIn(ExecutionContext? context) =>
        context is not null
        && ReferenceEquals(context, _context)
        && Span is { Recorded: true } span
        && NonRecordingActivity.IsWithoutBaggage(span)
        && AmbientBaggage.Current is null
            ? _origin is { } known && known.HasStateOf(span) ? known : FindOrigin(span)
            : null;

    // An activity cannot be exchanged in a context. Baggage can.
    private SenderContext? FindOrigin(Activity span) => ReferenceEquals(Activity.Current, span) ? _origin = SenderContext.OfRecorded(span) : null;
}
