using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>One continuous stay of a thread in one handler. It keeps no message.</summary>
internal sealed class BlockedHandler(Thread thread, int run, MailboxRecorder mailbox, CurrentHandler handler, long now)
{
    private long _last = now;
    private long _next;

    public Thread Thread { get; } = thread;

    public MailboxRecorder Mailbox { get; } = mailbox;

    public Type? MessageType { get; set; } = handler.Message;

    /// <summary>Readable name of the message's type; <c>_none</c> without a message.</summary>
    public string MessageTypeName => MessageType is { } type ? TypeNames.Of(type) : FoldedNames.None;

    /// <summary>The time of the first observation. The handler may have begun up to one period earlier.</summary>
    public DateTime Since { get; } = Ticks.ToUtc(now);

    /// <summary><see cref="Stopwatch"/> ticks for which the thread has stayed so far.</summary>
    public long Blocked { get; private set; }

    public bool IsReported => _next > 0;

    /// <inheritdoc cref="Growth.IsLogged"/>
    public bool IsLogged { get; set; }

    /// <summary>For the reporting code: whether the handler is in the counter.</summary>
    public bool IsCounted { get; set; }

    public bool IsStill(int itsRun, MailboxRecorder itsMailbox, CurrentHandler its) =>
        itsRun == run && itsMailbox == Mailbox && its == handler;

    /// <summary>
    /// The thread is still in the handler. Returns true when this is to be reported: at the threshold, and each time that the duration has doubled.
    /// </summary>
    public bool Stayed(long now, long most, long threshold)
    {
        Blocked += Math.Min(now - _last, most);
        _last = now;
        if (Blocked < Math.Max(_next, threshold))
        {
            return false;
        }

        _next = Math.Max(_next, threshold);
        while (_next <= Blocked)
        {
            _next *= 2;
        }

        return true;
    }
}
