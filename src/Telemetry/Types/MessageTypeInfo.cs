namespace AkkaInstrumentation;

/// <summary>
/// What is known about the message types of one name at one actor type: names and tags, made once. The counts of
/// mailboxes that are gone live here too, so that a sum never goes back when an actor stops.
/// </summary>
internal sealed class MessageTypeInfo
{
    /// <summary>When the budget grants this pair its next root span; belongs to <see cref="SpanBudget"/>.</summary>
    internal long NextSpanAt;

    // One for each dispatcher that such messages were timed on: mostly one.
    private BusyTime? _busy;

    // Counts of mailboxes that stopped, by the side of their segment: see MailboxRegistry.
    private long _retiredOnOneSide;
    private long _retiredOnTheOther;

    // The collector's own, guarded by CollectionCycle's lock: of mailboxes that are gone, and of this walk's live ones.
    private long _settled;
    private long _live;

    public MessageTypeInfo(ActorTypeInfo actor, string name)
    {
        Actor = actor;
        Name = name;
        IsOther = name == FoldedNames.Other;
        IsWrapper = name == FoldedNames.Wrapper;
        Tags = [.. actor.Tags, new(SpanAttributes.MessageType, Name)];
    }

    public ActorTypeInfo Actor { get; }

    public string Name { get; }

    /// <summary>Stands for all types beyond the cap.</summary>
    public bool IsOther { get; }

    /// <summary>Stands for wrappers: the message inside is the one that counts. Counted are only those that cannot be opened.</summary>
    public bool IsWrapper { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    /// <summary>The name for a span, which has no cap: a type that is folded in metrics goes by its own name.</summary>
    public string NameFor(object message) => IsOther || IsWrapper ? TypeNames.Of(InnerMessage.Of(message).GetType()) : Name;

    /// <summary>What such messages have kept dispatchers busy with.</summary>
    public IEnumerable<BusyTime> BusyTimes
    {
        get
        {
            for (var busy = Volatile.Read(ref _busy); busy is not null; busy = busy.Next)
            {
                yield return busy;
            }
        }
    }

    /// <summary>The same on one dispatcher. Any thread; for timed messages.</summary>
    public BusyTime BusyOn(DispatcherMeter dispatcher)
    {
        while (true)
        {
            var first = Volatile.Read(ref _busy);
            for (var busy = first; busy is not null; busy = busy.Next)
            {
                if (ReferenceEquals(busy.Dispatcher, dispatcher))
                {
                    return busy;
                }
            }

            var made = new BusyTime(this, dispatcher, first);
            if (Interlocked.CompareExchange(ref _busy, made, first) == first)
            {
                return made;
            }
        }
    }

    /// <summary>Takes over a stopped mailbox' count. Any thread, holding the lock of the mailbox' segment, whose side it names.</summary>
    public void Retire(int side, long messages) =>
        Interlocked.Add(ref side == 0 ? ref _retiredOnOneSide : ref _retiredOnTheOther, messages);

    /// <summary>Collector: a live mailbox' count.</summary>
    public void AddLive(long messages) => _live += messages;

    /// <summary>Collector, at the end of a walk: messages so far. <paramref name="side"/> is the one that no segment is on any more.</summary>
    public long Settle(int side)
    {
        _settled += Interlocked.Exchange(ref side == 0 ? ref _retiredOnOneSide : ref _retiredOnTheOther, 0);
        var total = _settled + _live;
        _live = 0;
        return total;
    }
}
