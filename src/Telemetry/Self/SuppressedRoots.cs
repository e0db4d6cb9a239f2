namespace AkkaInstrumentation;

/// <summary>
/// Messages that would have begun a trace if <c>ratio</c> or <c>budget</c> had let them. Those that nobody drew leave no trace here
/// either, so the ones that were drawn speak for them: each for as many as there are on average for one drawn.
/// </summary>
internal sealed class SuppressedRoots(string reason)
{
    private double _count;

    public string Reason { get; } = reason;

    /// <summary>To a whole message; it never falls.</summary>
    public long Count => (long)Volatile.Read(ref _count);

    /// <summary>Any thread; for messages that were drawn, which are few.</summary>
    public void Add(double messages)
    {
        if (messages <= 0)
        {
            return;
        }

        var before = Volatile.Read(ref _count);
        while (Interlocked.CompareExchange(ref _count, before + messages, before) is var found && !found.Equals(before))
        {
            before = found;
        }
    }
}
