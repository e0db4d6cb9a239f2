namespace AkkaInstrumentation;

/// <summary>
/// The bytes that the handler of a timed message allocates on the thread that runs it: from the start of the message, or from the point where it
/// continues after an await, to its end or its next await. Allocations of other threads are not included. Running thread.
/// </summary>
internal static class HandlerBytes
{
    // The mailbox whose handler this thread runs, if the message is timed.
    [ThreadStatic]
    private static object? t_mailbox;

    [ThreadStatic]
    private static long t_from;

    /// <summary>The handler begins or continues. Called last, so that the message's span is not included.</summary>
    /// <param name="mailbox">The mailbox whose handler it is.</param>
    /// <param name="isWanted">Whether the settings turn the count on.</param>
    public static void Begin(object mailbox, bool isWanted)
    {
        if (isWanted && ObservableInstruments.Allocated.Enabled)
        {
            (t_mailbox, t_from) = (mailbox, GC.GetAllocatedBytesForCurrentThread());
        }
    }

    /// <summary>
    /// The handler ends or awaits. Returns the bytes that it has allocated since it began or continued. Returns 0 if it has not begun on this thread,
    /// or if it ran inside another mailbox's handler (<c>CallingThreadDispatcher</c>). Called first.
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
