using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>What a cell works on, as another thread sees it: the number of its message and the message's type, null for none.</summary>
internal readonly record struct CurrentHandler(int Envelope, Type? Message);

/// <summary>One stay of a thread in one handler. It keeps no message.</summary>
internal sealed class BlockedHandler(Thread thread, int run, MailboxRecorder mailbox, CurrentHandler handler, long now)
{
    private long _last = now;
    private long _next;

    public Thread Thread { get; } = thread;

    public MailboxRecorder Mailbox { get; } = mailbox;

    public Type? MessageType { get; set; } = handler.Message;

    /// <summary>When it was first seen: the handler may have begun up to a period earlier.</summary>
    public DateTime Since { get; } = Ticks.ToUtc(now);

    /// <summary><see cref="Stopwatch"/> ticks that it has stayed so far.</summary>
    public long Blocked { get; private set; }

    public bool IsTold => _next > 0;

    /// <inheritdoc cref="Growth.IsAloud"/>
    public bool IsAloud { get; set; }

    /// <summary>For whoever tells: whether it is in the counter.</summary>
    public bool IsCounted { get; set; }

    public bool IsStill(int itsRun, MailboxRecorder itsMailbox, CurrentHandler its) =>
        itsRun == run && itsMailbox == Mailbox && its == handler;

    /// <summary>It is still there. True when that should be told: at the threshold, and each time that it has doubled.</summary>
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
