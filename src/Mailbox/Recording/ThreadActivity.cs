using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The mailbox that a thread is running. There are few threads and many mailboxes, so the background thread looks at the threads. It thereby also
/// learns which thread it is. Written by its own thread, twice a run; read by the <see cref="BackgroundThread"/>.
/// <para>
/// A reader may read when the run has just ended, and finds the number of the mailbox's next run. That is another number at the reader's next
/// look, and the reader never reports what it has seen only once.
/// </para>
/// </summary>
internal sealed class ThreadActivity
{
    private static readonly object Registering = new();

    [ThreadStatic]
    private static ThreadActivity? t_mine;

    // Weak references, so an object lives no longer than its thread. A new thread replaces the whole array, so readers need no lock.
    private static WeakReference<ThreadActivity>[] s_all = [];
    private static int s_watchers;

    private bool _isRegistered;
    private MailboxRecorder? _mailbox;

    /// <summary>The object of this thread.</summary>
    public static ThreadActivity Mine => t_mine ?? Make();

    public Thread Thread { get; } = Thread.CurrentThread;

    /// <summary>The thread's number, with its name if it has one.</summary>
    public string Name => $"{Thread.ManagedThreadId}{(Thread.Name is { Length: > 0 } name ? $" ({name})" : "")}";

    /// <summary>What the thread keeps for its handlers.</summary>
    public ThreadContext Context { get; } = ThreadContext.Mine;

    /// <summary>The mailbox that the thread is running; null between two runs.</summary>
    public MailboxRecorder? Mailbox => Volatile.Read(ref _mailbox);

    /// <summary>Every thread that has run a mailbox while somebody watched. Some of them may have ended.</summary>
    public static WeakReference<ThreadActivity>[] All => Volatile.Read(ref s_all);

    /// <summary>Whether any system watches its handlers.</summary>
    public static bool IsWatched => Volatile.Read(ref s_watchers) > 0;

    /// <summary>A system watches its handlers from now on.</summary>
    public static void Watch() => Interlocked.Increment(ref s_watchers);

    public static void Unwatch() => Interlocked.Decrement(ref s_watchers);

    /// <summary>A run begins on this thread, possibly inside the handler of another run. Does nothing when nobody watches.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Outer Enter(MailboxRecorder mailbox)
    {
        if (s_watchers == 0)
        {
            return default;
        }

        if (!_isRegistered)
        {
            Register();
        }

        var outer = new Outer(this, _mailbox);
        Volatile.Write(ref _mailbox, mailbox);
        return outer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadActivity Make() => t_mine = new ThreadActivity();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Register()
    {
        _isRegistered = true;
        lock (Registering)
        {
            Volatile.Write(ref s_all, [.. s_all.Where(frame => frame.TryGetTarget(out _)), new(this)]);
        }
    }

    /// <summary>What the thread ran before, and continues afterwards.</summary>
    public readonly struct Outer(ThreadActivity? thread, MailboxRecorder? mailbox)
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Leave()
        {
            if (thread is not null)
            {
                Volatile.Write(ref thread._mailbox, mailbox);
            }
        }
    }
}
