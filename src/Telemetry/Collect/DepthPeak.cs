namespace AkkaInstrumentation;

/// <summary>
/// The largest depth of one mailbox that was seen since a collector last looked. Noted about once per run: what it leaves by whoever asks for
/// that, when the next run may already begin on another thread; a collector takes. A note that meets a take is kept for the next
/// one or is not above what was just taken: either way nothing larger than what collectors see goes unseen.
/// </summary>
internal struct DepthPeak
{
    private int _largest;

    public void Note(int depth)
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

    // Most mailboxes have had nothing since the last time: read before an interlocked write.
    public int Take() => Volatile.Read(ref _largest) == 0 ? 0 : Interlocked.Exchange(ref _largest, 0);
}
