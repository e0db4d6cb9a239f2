using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Data of one thread for the handlers that it runs: the mailbox that it is running, and the observer of the messages that its actor sends. The
/// thread itself writes and reads it; readers that look for work in progress read the mailbox.
/// <para>
/// There are few threads and many mailboxes, so the background thread checks the threads. It then also knows which thread runs a mailbox. If it
/// checks when a run has just ended, it finds the number of the mailbox's next run. The number differs at the next check, and a handler that was seen
/// only once is never reported.
/// </para>
/// </summary>
internal sealed class ThreadContext
{
    private static readonly object Registering = new();

    [ThreadStatic]
    private static ThreadContext? t_mine;

    // Weak references, so an object lives no longer than its thread. A new thread replaces the whole array, so readers need no lock.
    private static WeakReference<ThreadContext>[] s_all = [];
    private static int s_watchers;

    private object? _mailbox;
    private bool _isRegistered;

    /// <summary>The calling thread's.</summary>
    public static ThreadContext Mine => t_mine ?? Make();

    /// <summary>The calling thread's, if it has one. Read for every sent message.</summary>
    public static ThreadContext? Known
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_mine;
    }

    /// <summary>Every thread that has run a mailbox while a system watched its handlers. Some of them may have ended.</summary>
    public static WeakReference<ThreadContext>[] All => Volatile.Read(ref s_all);

    /// <summary>Whether any system watches its handlers.</summary>
    public static bool IsWatched => Volatile.Read(ref s_watchers) > 0;

    public Thread Thread { get; } = Thread.CurrentThread;

    /// <summary>The thread's number, with its name if it has one.</summary>
    public string Name => $"{Thread.ManagedThreadId}{(Thread.Name is { Length: > 0 } name ? $" ({name})" : "")}";

    /// <summary>
    /// The recorder of the mailbox that the thread is running; null between two runs. Its type is in a higher layer. Written twice a run while a
    /// system watches its handlers. Any thread.
    /// </summary>
    public object? Mailbox => Volatile.Read(ref _mailbox);

    /// <summary>Sees the messages that the actor on this thread sends; null for ordinary actors.</summary>
    public SendObserver? SendObserver { get; set; }

    /// <summary>The unsampled message that it handles, as its records have it; null where nothing is kept.</summary>
    public UnsampledMessage? Kept { get; set; }

    /// <summary>A system watches its handlers from now on.</summary>
    public static void Watch() => Interlocked.Increment(ref s_watchers);

    public static void Unwatch() => Interlocked.Decrement(ref s_watchers);

    /// <summary>
    /// The thread runs a mailbox from now on, possibly inside the handler of another one. Returns that outer mailbox for <see cref="Leave"/>. Does
    /// nothing when no system watches its handlers.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Enter(object mailbox)
    {
        var outer = _mailbox;
        if (s_watchers != 0)
        {
            if (!_isRegistered)
            {
                Register();
            }

            Volatile.Write(ref _mailbox, mailbox);
        }

        return outer;
    }

    /// <summary>The run has ended. The thread continues with the outer mailbox, or with none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave(object? outer)
    {
        // They are the same when no system has watched.
        if (!ReferenceEquals(_mailbox, outer))
        {
            Volatile.Write(ref _mailbox, outer);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadContext Make() => t_mine = new ThreadContext();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Register()
    {
        _isRegistered = true;
        lock (Registering)
        {
            Volatile.Write(ref s_all, [.. s_all.Where(thread => thread.TryGetTarget(out _)), new(this)]);
        }
    }
}

/// <summary>
/// Sees the messages of an actor that may send in another trace than the current one: infrastructure that sets messages aside, or a persistent actor.
/// While the actor handles a message, each message that it sends is shown to this object. Thread that runs the actor.
/// </summary>
internal abstract class SendObserver
{
    /// <summary>The actor sends a message. Returns true if <paramref name="origin"/> replaces the current context. Never throws.</summary>
    /// <param name="message">The message.</param>
    /// <param name="current">The current activity.</param>
    /// <param name="passing">The trace that passes through.</param>
    /// <param name="origin">The message's origin; null for no trace.</param>
    public bool TryOriginOf(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        try
        {
            return TryOriginOfCore(message, current, passing, out origin);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
            origin = null;
            return false;
        }
    }

    protected abstract bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin);

    /// <summary>The origin of a message that is sent now in the current context, if that is a trace; otherwise null.</summary>
    protected static MessageOrigin? OriginIn(Activity? current, PassThroughContext? passing) =>
        passing is not null && ReferenceEquals(current, passing.Span) ? passing.Trace
        : current is null ? null
        : MessageOrigin.SentIn(current);
}
