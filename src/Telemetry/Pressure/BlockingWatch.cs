using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Looks at the threads that run mailboxes of one actor system. One that is in the same run and at the same message as a look
/// before has been blocked by that message's handler in between. A handler that awaits has left its thread, and its
/// continuations are runs of their own, so it is seen only while it really holds one.
/// <para>
/// The cell's message and its number are read while the mailbox' thread writes them. What is read may be of two messages; but the
/// number is one higher for each, so a pair that was right by chance is not found again by the next look.
/// </para>
/// </summary>
internal sealed class BlockingWatch(InstrumentationExtension instrumentation, WatchReports reports)
{
    private const int LooksInThreshold = 5;

    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(500);

    private readonly long _threshold = (long)(instrumentation.Settings.BlockingThreshold.TotalSeconds * Stopwatch.Frequency);

    // Of threads that were in a run at the last look.
    private readonly Dictionary<RunFrame, BlockedHandler> _handlers = [];

    public TimeSpan Period { get; } = TimeSpan.FromTicks(Math.Clamp(
        instrumentation.Settings.BlockingThreshold.Ticks / LooksInThreshold, Shortest.Ticks, Longest.Ticks));

    public bool Watches => _handlers.Count > 0;

    public void Look(long now)
    {
        foreach (var reference in RunFrame.All)
        {
            if (reference.TryGetTarget(out var frame))
            {
                Look(frame, now);
            }
        }
    }

    private void Look(RunFrame frame, long now)
    {
        var run = frame.Run;
        var mailbox = frame.Mailbox;
        var known = _handlers.GetValueOrDefault(frame);
        if (mailbox is null || mailbox.Instrumentation != instrumentation || mailbox.Handler is not { } handler)
        {
            Left(frame, known);
            return;
        }

        // A process that was paused, by a debugger or with its machine, has had no looks: that is not the handler's time.
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

    private void Left(RunFrame frame, BlockedHandler? known)
    {
        if (known is null)
        {
            return;
        }

        _handlers.Remove(frame);
        if (known.IsTold)
        {
            reports.Returned(known);
        }
    }
}
