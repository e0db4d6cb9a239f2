using Akka.Dispatch.SysMsg;

namespace Akka.Dispatch;

/// <summary>Many threads add, the mailbox's runner takes all at once; the messages are their own nodes.</summary>
internal struct SystemMessages
{
    private SystemMessage? _newest;

    public bool IsEmpty
    {
        get
        {
            var newest = Volatile.Read(ref _newest);
            return newest is null || ReferenceEquals(newest, NoMessage.Closed);
        }
    }

    /// <summary>False when the list is closed.</summary>
    public bool TryAdd(SystemMessage message)
    {
        var seen = Volatile.Read(ref _newest);
        while (!ReferenceEquals(seen, NoMessage.Closed))
        {
            message.Next = seen;
            var before = Interlocked.CompareExchange(ref _newest, message, seen);
            if (ReferenceEquals(before, seen))
            {
                return true;
            }

            seen = before;
        }

        message.Unlink();
        return false;
    }

    /// <summary>The messages, oldest first.</summary>
    public SystemMessage? TakeAll() => IsEmpty ? null : OldestFirst(Interlocked.Exchange(ref _newest, null));

    /// <summary>The messages, oldest first; no more can be added.</summary>
    public SystemMessage? Close() => OldestFirst(Interlocked.Exchange(ref _newest, NoMessage.Closed));

    private static SystemMessage? OldestFirst(SystemMessage? newest)
    {
        SystemMessage? oldest = null;
        while (newest is not null && !ReferenceEquals(newest, NoMessage.Closed))
        {
            var older = newest.Next;
            newest.Next = oldest;
            oldest = newest;
            newest = older;
        }

        return oldest;
    }
}
