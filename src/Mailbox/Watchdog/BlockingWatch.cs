using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Looks at the threads that run mailboxes of one actor system. If a thread is in the same run and at the same message as at an earlier look, that
/// message's handler has blocked it in between. A handler that awaits has left its thread, and its continuations are separate runs. So a handler is
/// seen only while it really occupies a thread.
/// <para>
/// The cell's message and its number are read while the mailbox's thread writes them, so they may belong to two messages. But the number increases by
/// one for each message. So the next look does not find a wrong pair again.
/// </para>
/// </summary>
internal sealed class BlockingWatch(AkkaInstrumentationExtension instrumentation, WatchReports reports)
{
    private const int LooksInThreshold = 5;

    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(500);

    private readonly long _threshold = (long)(instrumentation.Settings.BlockingThreshold.TotalSeconds * Stopwatch.Frequency);

    // The threads that were in a run at the last look.
    private readonly Dictionary<ThreadActivity, BlockedHandler> _handlers = [];
    private volatile Findings<BlockingActor> _reported = Findings<BlockingActor>.None;

    public TimeSpan Period { get; } = TimeSpan.FromTicks(Math.Clamp(
        instrumentation.Settings.BlockingThreshold.Ticks / LooksInThreshold, Shortest.Ticks, Longest.Ticks));

    public bool Watches => _handlers.Count > 0;

    /// <summary>The handlers that were reported and have not returned. Any thread.</summary>
    public Findings<BlockingActor> Found => _reported;

    public void Look(long now)
    {
        foreach (var reference in ThreadActivity.All)
        {
            if (reference.TryGetTarget(out var frame))
            {
                Look(frame, now);
            }
        }

        if (_handlers.Count == 0)
        {
            _reported = Findings<BlockingActor>.None;
            return;
        }

        var reported = _handlers.Values.Where(handler => handler.IsReported).Select(Named).ToList();
        _reported = Findings<BlockingActor>.Of(reported, handler => handler.Seconds);
    }

    private static BlockingActor Named(BlockedHandler handler) => new(
        handler.Mailbox.Path, handler.Mailbox.Type?.Name ?? FoldedNames.Unknown, handler.MessageTypeName, Ticks.ToSeconds(handler.Blocked));

    private void Look(ThreadActivity frame, long now)
    {
        var run = frame.Run;
        var mailbox = frame.Mailbox;
        var known = _handlers.GetValueOrDefault(frame);
        if (mailbox is null || mailbox.Instrumentation != instrumentation || mailbox.Watched.Handler is not { } handler)
        {
            Left(frame, known);
            return;
        }

        // A process that was paused, by a debugger or with its machine, had no looks. That time does not count for the handler.
        var most = 2 * (long)(Period.TotalSeconds * Stopwatch.Frequency);
        if (known?.IsStill(run, mailbox, handler) == true)
        {
            if (known.Stayed(now, most, _threshold))
            {
                known.MessageType = handler.Message;
                reports.Blocking(known, now);
            }
        }
        else
        {
            Left(frame, known);
            _handlers.Add(frame, new BlockedHandler(frame.Thread, run, mailbox, handler, now));
        }
    }

    private void Left(ThreadActivity frame, BlockedHandler? known)
    {
        if (known is null)
        {
            return;
        }

        _handlers.Remove(frame);
        if (known.IsReported)
        {
            reports.Returned(known);
        }
    }
}
