using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The handlers that have occupied a thread since an earlier look. Looked at once a second, so one that is shown has worked on one message for
/// about a second or more. The times are those since the first look that saw it. Called by the sampling thread; read by any thread.
/// </summary>
internal sealed class RunningHandlers(AkkaInstrumentationExtension system)
{
    private const int Most = 100;

    private Dictionary<ThreadActivity, Seen> _seen = [];

    /// <summary>The longest first.</summary>
    public IReadOnlyList<RunningHandler> Longest { get; private set; } = [];

    public void Look(long now)
    {
        var next = new Dictionary<ThreadActivity, Seen>();
        var running = new List<RunningHandler>();
        foreach (var reference in ThreadActivity.All)
        {
            if (next.Count < Most && reference.TryGetTarget(out var thread) && SeenOn(thread, now) is { } seen)
            {
                // The number of a message is read while another thread counts it. A wrong pair is not found twice.
                if (_seen.TryGetValue(thread, out var before) && before.IsSame(seen))
                {
                    seen = before;
                    running.Add(new(
                        thread.Thread.ManagedThreadId,
                        thread.Thread.Name ?? "",
                        seen.Mailbox.Type?.Name ?? "",
                        seen.Mailbox.Path,
                        seen.Handler.Message is { } message ? TypeNames.Of(message) : FoldedNames.None,
                        Ticks.ToSeconds(now - seen.At)));
                }

                next.Add(thread, seen);
            }
        }

        _seen = next;
        Longest = [.. running.OrderByDescending(handler => handler.Seconds)];
    }

    private Seen? SeenOn(ThreadActivity thread, long now)
    {
        var run = thread.Run;
        return thread.Mailbox is { } mailbox && mailbox.Instrumentation == system && mailbox.Watched.Handler is { } handler
            ? new(run, mailbox, handler, now)
            : null;
    }

    private sealed record Seen(int Run, MailboxRecorder Mailbox, CurrentHandler Handler, long At)
    {
        public bool IsSame(Seen other) => Run == other.Run && Mailbox == other.Mailbox && Handler == other.Handler;
    }
}

/// <summary>A handler that occupies a thread. Immutable.</summary>
internal sealed record RunningHandler(int ThreadId, string ThreadName, string Actor, string Path, string Message, double Seconds);
