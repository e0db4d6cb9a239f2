namespace AkkaInstrumentation;

/// <summary>
/// Counts the messages that begin no trace because of <c>ratio</c> or <c>budget</c>. Messages that were not drawn are not seen here.
/// So their number is estimated from the drawn ones: each stands for the average number of messages per drawn one.
/// </summary>
internal sealed class SuppressedRoots(string reason)
{
    private double _count;

    public string Reason { get; } = reason;

    /// <summary>Rounded down to a whole message. It never decreases.</summary>
    public long Count => (long)Volatile.Read(ref _count);

    /// <summary>Any thread. Called for drawn messages only, which are few.</summary>
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
