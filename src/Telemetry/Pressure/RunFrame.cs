namespace AkkaInstrumentation;

/// <summary>
/// What one thread runs: a mailbox, in its how manieth run. A watcher looks at the few threads there are in the place of the many
/// mailboxes, and learns which thread it is. Written by its own thread, twice a run; read by the <see cref="Lookout"/>.
/// <para>
/// A reader may come between two writes and see one run's number with another run's mailbox. Such a pair is gone by its next
/// look, and it never tells of what it has seen only once.
/// </para>
/// </summary>
internal sealed class RunFrame
{
    private static readonly object Registering = new();

    [ThreadStatic]
    private static RunFrame? t_mine;

    // Held weakly: a frame ends with its thread. Replaced as a whole by a thread that comes, so readers need no lock.
    private static WeakReference<RunFrame>[] s_all = [];
    private static int s_watchers;

    private MailboxRecorder? _mailbox;
    private int _run;
    private int _runs;

    public Thread Thread { get; } = Thread.CurrentThread;

    /// <summary>The mailbox that is being run; null between two runs.</summary>
    public MailboxRecorder? Mailbox => Volatile.Read(ref _mailbox);

    /// <summary>Tells the thread's runs apart.</summary>
    public int Run => Volatile.Read(ref _run);

    /// <summary>Every thread that has run a mailbox while somebody watched, and maybe some that have ended since.</summary>
    public static WeakReference<RunFrame>[] All => Volatile.Read(ref s_all);

    public static bool AnyRuns
    {
        get
        {
            foreach (var reference in All)
            {
                if (reference.TryGetTarget(out var frame) && frame.Mailbox is not null)
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>A system watches its handlers from now on.</summary>
    public static void Watch() => Interlocked.Increment(ref s_watchers);

    public static void Unwatch() => Interlocked.Decrement(ref s_watchers);

    /// <summary>A run begins on this thread, maybe inside the handler of another one. Nothing when nobody watches.</summary>
    public static Outer Enter(MailboxRecorder mailbox)
    {
        if (s_watchers == 0)
        {
            return default;
        }

        var frame = t_mine ?? Register();
        var outer = new Outer(frame, frame._mailbox, frame._run);
        Volatile.Write(ref frame._run, ++frame._runs);
        Volatile.Write(ref frame._mailbox, mailbox);
        return outer;
    }

    private static RunFrame Register()
    {
        var mine = t_mine = new RunFrame();
        lock (Registering)
        {
            Volatile.Write(ref s_all, [.. s_all.Where(frame => frame.TryGetTarget(out _)), new(mine)]);
        }

        return mine;
    }

    /// <summary>What the thread ran before, and goes on with afterwards.</summary>
    public readonly struct Outer(RunFrame? frame, MailboxRecorder? mailbox, int run)
    {
        public void Leave()
        {
            if (frame is not null)
            {
                Volatile.Write(ref frame._mailbox, mailbox);
                Volatile.Write(ref frame._run, run);
            }
        }
    }
}
