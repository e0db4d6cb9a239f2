using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The handlers that have occupied a thread since the previous check, for the busy time of their dispatchers. The sampling thread checks once a
/// second.
/// </summary>
internal sealed class RunningHandlers(AkkaInstrumentationExtension system)
{
    private const int MaxHandlers = 100;

    private Dictionary<ThreadContext, Seen> _seen = [];
    private Dictionary<string, double> _held = [];
    private long _lookedAt;

    /// <summary>
    /// Adds the time of the handlers that still work, because a dispatcher counts the time of a run only when the run ends. The time is subtracted
    /// again when they have ended, so that nothing counts twice.
    /// </summary>
    public void AddTo(FiguresSecond second)
    {
        foreach (var (dispatcher, seconds) in _held)
        {
            var figures = second.Dispatcher(dispatcher);
            figures.BusySeconds = Math.Max(0, figures.BusySeconds + seconds);
        }
    }

    public void Look(long now)
    {
        _held = [];
        var next = new Dictionary<ThreadContext, Seen>();
        foreach (var reference in ThreadContext.All)
        {
            if (next.Count < MaxHandlers && reference.TryGetTarget(out var thread) && SeenOn(thread, now) is { } seen)
            {
                // The number of a message is read while another thread counts it. A wrong pair is not found twice.
                if (_seen.TryGetValue(thread, out var before) && before.IsSame(seen))
                {
                    seen = before with { IsHeld = true };
                    Hold(seen, now - (before.IsHeld ? _lookedAt : before.At));
                }

                next.Add(thread, seen);
            }
        }

        foreach (var (thread, seen) in _seen)
        {
            if (seen.IsHeld && !(next.TryGetValue(thread, out var still) && still.IsSame(seen)))
            {
                Hold(seen, seen.At - _lookedAt);
            }
        }

        (_seen, _lookedAt) = (next, now);
    }

    private void Hold(Seen seen, long ticks)
    {
        if (seen.Mailbox.Dispatcher?.Id is { } dispatcher)
        {
            _held[dispatcher] = _held.GetValueOrDefault(dispatcher) + ((double)ticks / Stopwatch.Frequency);
        }
    }

    private Seen? SeenOn(ThreadContext thread, long now) =>
        thread.Mailbox is MailboxRecorder { RunNumber: var run } mailbox && mailbox.Instrumentation == system && mailbox.ReadHandler() is { } handler
            ? new(run, mailbox, handler, now)
            : null;

    private sealed record Seen(int Run, MailboxRecorder Mailbox, CurrentHandler Handler, long At)
    {
        public bool IsHeld { get; init; }

        public bool IsSame(Seen other) => Run == other.Run && Mailbox == other.Mailbox && Handler == other.Handler;
    }
}
