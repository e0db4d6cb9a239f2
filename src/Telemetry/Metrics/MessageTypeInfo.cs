namespace AkkaInstrumentation;

/// <summary>
/// Data about all message types with one name at one actor type: names and tags, made once. It also keeps the counts of
/// stopped mailboxes, so that a sum never decreases when an actor stops.
/// </summary>
internal sealed class MessageTypeInfo
{
    /// <summary>When the budget next allows this pair a root span. Only <see cref="SpanBudget"/> uses it.</summary>
    internal long NextSpanAt;

    // Replaced as a whole.
    private volatile BusyTime[] _busy = [];

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

    /// <summary>The messages of mailboxes that have stopped. The lock of the <see cref="MailboxRegistry"/> guards it.</summary>
    public long Retired { get; set; }

    /// <summary>All messages, as the current or the last walk has found them. The walking thread.</summary>
    public long Walked { get; set; }

    /// <summary>The name for a span. Spans have no cap, so a type that shares a name in metrics has its own name here.</summary>
    public string NameFor(object message) => IsOther || IsWrapper ? TypeNames.Of(InnerMessage.Of(message).GetType()) : Name;

    /// <summary>The time that such messages kept dispatchers busy: one for each dispatcher on which they were timed, mostly one.</summary>
    public IReadOnlyList<BusyTime> BusyTimes => _busy;

    /// <summary>The same for one dispatcher. Any thread; only for timed messages.</summary>
    public BusyTime BusyOn(DispatcherMeter dispatcher) => Find(dispatcher) ?? Add(dispatcher);

    private BusyTime? Find(DispatcherMeter dispatcher)
    {
        foreach (var busy in _busy)
        {
            if (ReferenceEquals(busy.Dispatcher, dispatcher))
            {
                return busy;
            }
        }

        return null;
    }

    private BusyTime Add(DispatcherMeter dispatcher)
    {
        lock (Tags)
        {
            if (Find(dispatcher) is { } known)
            {
                return known;
            }

            var added = new BusyTime(this, dispatcher);
            _busy = [.. _busy, added];
            return added;
        }
    }
}

/// <summary>
/// The time that messages of one type kept the threads of one dispatcher busy, estimated from the timed messages. These
/// are few, so the sum is interlocked.
/// </summary>
internal sealed class BusyTime(MessageTypeInfo message, DispatcherMeter dispatcher)
{
    private long _ticks;

    public DispatcherMeter Dispatcher { get; } = dispatcher;

    public KeyValuePair<string, object?>[] Tags { get; } =
        [.. message.Tags, new(AkkaMetricAttributes.DispatcherId, dispatcher.Id)];

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    public void Add(long ticks, int shift) => Interlocked.Add(ref _ticks, Math.Max(ticks, 0) << shift);
}
