using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Data of one thread for the handlers that it runs: the mailbox that it is running, and what sees the messages that its actor sends. The thread
/// itself writes and reads it; those who look for work in progress read the mailbox.
/// <para>
/// There are few threads and many mailboxes, so the background thread looks at the threads. It thereby also learns which thread it is. It may look
/// when the run has just ended, and finds the number of the mailbox's next run. That is another number at its next look, and it never reports what
/// it has seen only once.
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

    /// <summary>Every thread that has run a mailbox while somebody watched. Some of them may have ended.</summary>
    public static WeakReference<ThreadContext>[] All => Volatile.Read(ref s_all);

    /// <summary>Whether any system watches its handlers.</summary>
    public static bool IsWatched => Volatile.Read(ref s_watchers) > 0;

    public Thread Thread { get; } = Thread.CurrentThread;

    /// <summary>The thread's number, with its name if it has one.</summary>
    public string Name => $"{Thread.ManagedThreadId}{(Thread.Name is { Length: > 0 } name ? $" ({name})" : "")}";

    /// <summary>
    /// The recorder of the mailbox that the thread is running, which stands in a layer above; null between two runs. Written twice a run, while
    /// somebody watches. Any thread.
    /// </summary>
    public object? Mailbox => Volatile.Read(ref _mailbox);

    /// <summary>What sees the messages that the actor sends which this thread runs; null for ordinary actors.</summary>
    public SendObserver? SendObserver { get; set; }

    /// <summary>The unsampled message that it handles, as its records have it; null where nothing is kept.</summary>
    public UnsampledMessage? Kept { get; set; }

    /// <summary>A system watches its handlers from now on.</summary>
    public static void Watch() => Interlocked.Increment(ref s_watchers);

    public static void Unwatch() => Interlocked.Decrement(ref s_watchers);

    /// <summary>
    /// The thread runs a mailbox from now on, possibly inside the handler of another one, which it returns for <see cref="Leave"/>. Does nothing when
    /// nobody watches.
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

    /// <summary>The run has ended. The thread goes on with the outer mailbox, or with none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave(object? outer)
    {
        // They are the same when nobody has watched.
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
/// Sees what an actor sends whose messages may belong to another trace than its current one: infrastructure that sets messages aside, or a persistent
/// actor. While it handles a message, each message that it sends is shown to this object. Thread that runs the actor.
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

    /// <summary>The origin of a message that is sent now in the current context, if that is a trace; else null.</summary>
    protected static MessageOrigin? OriginIn(Activity? current, PassThroughContext? passing) =>
        passing is not null && ReferenceEquals(current, passing.Span) ? passing.Trace
        : current is null ? null
        : MessageOrigin.SentIn(current);
}
