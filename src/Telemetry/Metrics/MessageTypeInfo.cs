namespace AkkaInstrumentation;

/// <summary>
/// Data about all message types with one name at one actor type: names and tags, made once. It also keeps the counts of
/// stopped mailboxes, so that a sum never decreases when an actor stops.
/// </summary>
internal sealed class MessageTypeInfo
{
    /// <summary>When the budget next allows this pair a root span. Only <see cref="SpanBudget"/> uses it.</summary>
    internal long NextSpanAt;

    // One for each dispatcher on which such messages were timed; mostly one.
    private BusyTime? _busy;

    // Counts of stopped mailboxes, by the side of their segment: see MailboxRegistry.
    private long _retiredOnOneSide;
    private long _retiredOnTheOther;

    // For the collector only, guarded by CollectionCycle's lock: counts of stopped mailboxes, and of this walk's live ones.
    private long _settled;
    private long _live;

    public MessageTypeInfo(ActorTypeInfo actor, string name)
    {
        Actor = actor;
        Name = name;
        IsOther = name == FoldedNames.Other;
        IsWrapper = name == FoldedNames.Wrapper;
        Tags = [.. actor.Tags, new(AkkaSpanAttributes.MessageType, Name)];
    }

    public ActorTypeInfo Actor { get; }

    public string Name { get; }

    /// <summary>Represents all types beyond the cap.</summary>
    public bool IsOther { get; }

    /// <summary>Represents wrappers. The message inside is counted instead; only wrappers that cannot be opened are counted here.</summary>
    public bool IsWrapper { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    /// <summary>The name for a span. Spans have no cap, so a type that shares a name in metrics has its own name here.</summary>
    public string NameFor(object message) => IsOther || IsWrapper ? TypeNames.Of(InnerMessage.Of(message).GetType()) : Name;

    /// <summary>The time that such messages kept dispatchers busy.</summary>
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

    /// <summary>The same for one dispatcher. Any thread; only for timed messages.</summary>
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

    /// <summary>Adds the count of a stopped mailbox. Any thread that holds the lock of the mailbox' segment and passes that segment's side.</summary>
    public void Retire(int side, long messages) =>
        Interlocked.Add(ref side == 0 ? ref _retiredOnOneSide : ref _retiredOnTheOther, messages);

    /// <summary>Adds the count of a live mailbox. Collector's thread.</summary>
    public void AddLive(long messages) => _live += messages;

    /// <summary>
    /// Returns the number of messages so far. Called at the end of a walk. No segment is on <paramref name="side"/> any more. Collector's thread.
    /// </summary>
    public long Settle(int side)
    {
        _settled += Interlocked.Exchange(ref side == 0 ? ref _retiredOnOneSide : ref _retiredOnTheOther, 0);
        var total = _settled + _live;
        _live = 0;
        return total;
    }
}
