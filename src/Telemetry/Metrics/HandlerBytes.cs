namespace AkkaInstrumentation;

/// <summary>
/// What the handler of a timed message allocates on the thread that runs it: from the message's begin, or from where it goes on after an await, to
/// its end or its next await. What other threads allocate for it is not in it. Running thread.
/// </summary>
internal static class HandlerBytes
{
    // Whose handler this thread runs, if it is timed.
    [ThreadStatic]
    private static object? t_mailbox;

    [ThreadStatic]
    private static long t_from;

    /// <summary>The handler begins or goes on. Called last, so that the span of the message is not in it.</summary>
    /// <param name="mailbox">Whose handler it is.</param>
    /// <param name="isWanted">Whether the settings want it.</param>
    public static void Begin(object mailbox, bool isWanted)
    {
        if (isWanted && ObservableInstruments.Allocated.Enabled)
        {
            (t_mailbox, t_from) = (mailbox, GC.GetAllocatedBytesForCurrentThread());
        }
    }

    /// <summary>
    /// The handler ends or awaits: returns what it has allocated since. 0 if it has not begun on this thread, and inside of another mailbox's handler
    /// whose thread ran this one (<c>CallingThreadDispatcher</c>). Called first.
    /// </summary>
    public static long End(object mailbox)
    {
        if (!ReferenceEquals(t_mailbox, mailbox))
        {
            return 0;
        }

        t_mailbox = null;
        return GC.GetAllocatedBytesForCurrentThread() - t_from;
    }
}
