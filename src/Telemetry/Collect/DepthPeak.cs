namespace AkkaInstrumentation;

/// <summary>
/// The largest depth of one mailbox that was seen since a collector last looked. The mailbox' thread notes, once per
/// run; a collector takes. A note that meets a take is kept for the next one or is not above what was just taken: either way nothing
/// larger than what collectors see goes unseen.
/// </summary>
internal struct DepthPeak
{
    private int _largest;

    public void Note(int depth)
    {
        if (depth > Volatile.Read(ref _largest))
        {
            Volatile.Write(ref _largest, depth);
        }
    }

    // Most mailboxes have had nothing since the last time: read before an interlocked write.
    public int Take() => Volatile.Read(ref _largest) == 0 ? 0 : Interlocked.Exchange(ref _largest, 0);
}
