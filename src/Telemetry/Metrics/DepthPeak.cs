namespace AkkaInstrumentation;

/// <summary>
/// The largest depth of one mailbox since a collector last took it. A run records a depth about once. The thread that reads the remaining depth
/// at the end of a run records it, although the next run may already have begun on another thread. A collector takes the value. A record that
/// races with a take is either kept for the next take, or is not larger than the value just taken. In both cases collectors miss no larger
/// value.
/// </summary>
internal struct DepthPeak
{
    private int _largest;

    public void Record(int depth)
    {
        var largest = Volatile.Read(ref _largest);
        while (depth > largest)
        {
            var found = Interlocked.CompareExchange(ref _largest, depth, largest);
            if (found == largest)
            {
                return;
            }

            largest = found;
        }
    }

    /// <summary>Whether a record of this depth would raise the peak.</summary>
    public readonly bool IsBelow(int depth) => Volatile.Read(in _largest) < depth;

    // Most mailboxes have had no messages since the last take. So this reads before it writes interlocked.
    public int Take() => Volatile.Read(ref _largest) == 0 ? 0 : Interlocked.Exchange(ref _largest, 0);
}
