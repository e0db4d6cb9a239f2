using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Checks the threads that run mailboxes of one actor system. If a thread is in the same run and at the same message as at an earlier check, that
/// message's handler has blocked it in between. A handler that awaits has left its thread, and its continuations are separate runs. So a handler is
/// seen only while it really occupies a thread.
/// <para>
/// The cell's message and its number are read while the mailbox's thread writes them, so they may belong to two messages. But the number increases by
/// one for each message. So the next check does not find a wrong pair again.
/// </para>
/// </summary>
internal sealed class BlockingWatch(AkkaInstrumentationExtension instrumentation, TimeSpan threshold, WatchReports reports)
    : BackgroundWork(threshold / 2 < Longest ? threshold / 2 : Longest, TelemetryFault.Watch)
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private readonly long _threshold = Ticks.From(threshold);

    // The threads that were in a run at the last check.
    private readonly Dictionary<ThreadContext, BlockedHandler> _handlers = [];
    private volatile Findings<BlockingActor> _found = Findings<BlockingActor>.None;

    /// <summary>The handlers that were reported and have not returned. Any thread.</summary>
    public Findings<BlockingActor> Found => _found;

    protected override void Do(long now)
    {
        foreach (var reference in ThreadContext.All)
        {
            if (reference.TryGetTarget(out var thread))
            {
                Look(thread, now);
            }
        }

        _found = Findings<BlockingActor>.From(
            [.. _handlers.Values.Where(handler => handler.IsReported).Select(handler => handler.Named)], handler => handler.Seconds,
            handler => handler.ActorType);
    }

    private void Look(ThreadContext thread, long now)
    {
        var mailbox = (MailboxRecorder?)thread.Mailbox;
        var run = mailbox?.RunNumber ?? 0;
        var known = _handlers.GetValueOrDefault(thread);
        var handler = mailbox?.Instrumentation == instrumentation ? mailbox.ReadHandler() : null;
        if (handler is { } still && known?.IsStill(run, mailbox!, still) == true)
        {
            // While a process was paused, by a debugger or with its machine, there were no checks. That time does not count for the handler.
            var isFirst = !known.IsReported;
            if (known.Stayed(now, 2 * Period, _threshold))
            {
                known.MessageType = still.Message;
                reports.Blocking(known, isFirst, now);
                if (known.Stack is null)
                {
                    instrumentation.Insight.Stacks.Found(known.Mailbox, stack => reports.Hangs(known, stack), now);
                }
            }

            return;
        }

        _handlers.Remove(thread);
        if (handler is { } begun)
        {
            _handlers.Add(thread, new BlockedHandler(thread, run, mailbox!, begun, now));
        }

        if (known?.IsReported == true)
        {
            reports.Returned(known);
            var ended = known.Named;
            instrumentation.Insight.EndedBlocks.Add(new(ended.Path, ended.ActorType, ended.MessageType, ended.Seconds), now);
        }
    }
}

/// <summary>One continuous stay of a thread in one handler. It keeps no message.</summary>
internal sealed class BlockedHandler(ThreadContext thread, int run, MailboxRecorder mailbox, CurrentHandler handler, long now)
{
    private long _last = now;
    private long _next;

    public Thread Thread => thread.Thread;

    public MailboxRecorder Mailbox { get; } = mailbox;

    /// <summary>Never null, because a handler is seen only in a cell, and cell and type are known together.</summary>
    public ActorTypeInfo ActorType => Mailbox.Type!;

    public Type? MessageType { get; set; } = handler.Message;

    /// <summary>The time of the first observation. The handler may have begun up to one period earlier.</summary>
    public DateTime Since { get; } = Ticks.ToUtc(now);

    /// <summary><see cref="Stopwatch"/> ticks for which the thread has stayed so far.</summary>
    public long Blocked { get; private set; }

    public bool IsReported => _next > 0;

    /// <summary>Where it hangs; null while that is not known. A thread of the pool writes it.</summary>
    public HungStack? Stack { get; set; }

    /// <inheritdoc cref="Growth.IsLogged"/>
    public bool IsLogged { get; set; }

    /// <summary>Its description; the message's type is <c>_none</c> without a message.</summary>
    public BlockingActor Named => new(
        Mailbox.Path,
        ActorType.Name,
        MessageType is { } type ? TypeNames.Get(type) : FoldedNames.None,
        Ticks.ToSeconds(Blocked),
        thread.Name)
    {
        Work = MessageType is null ? null : Mailbox.DescribeWork(_last),
        Stack = Stack,
    };

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
