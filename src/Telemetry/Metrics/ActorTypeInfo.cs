using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Data about all actor types with one name in one actor system: names, tags, live mailboxes and message types.
/// The key is the name, because a metric shows the name: two types with one name must not report one series twice.
/// Made at the first actor with the name and kept while the system runs. The caps of the settings limit the number.
/// </summary>
internal sealed class ActorTypeInfo
{
    /// <summary>Limit of the exception types of one actor type. Further types share one name.</summary>
    internal const int MaxErrorTypes = 100;

    private readonly Capped<string, MessageTypeInfo> _messages;
    private readonly Capped<string, FailureCount> _failures;
    private readonly MessageTypeInfo _wrapper;

    // Types beyond the cap, so that their names are not made again.
    private readonly TypeSet _folded = new();
    private MessageTypeInfo? _other;
    private readonly SystemTags _system;
    private readonly string _spanNames;
    private KeyValuePair<string, object?>[]? _messaging;
    private ActivityNeed? _activityNeed;

    /// <param name="system">The attributes of its actor system.</param>
    /// <param name="name">Readable name of the type.</param>
    /// <param name="timing">Which messages are timed.</param>
    /// <param name="maxMessageTypes">Message types beyond this number share one name.</param>
    /// <param name="category">The actors' kind; null for the application's own, unless the system's are instrumented too.</param>
    /// <param name="spanNames">The names of their messages' spans, a <see cref="SpanNameTemplate"/>.</param>
    public ActorTypeInfo(SystemTags system, string name, TimingRate timing, int maxMessageTypes,
        string? category = null, string spanNames = SpanNameTemplate.Default)
    {
        (_system, _spanNames) = (system, spanNames);
        Timing = timing;
        Name = name;
        Tags = system.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.ActorType, Name));
        (Category, IsInfrastructure) = (category, category is not null && category != RuleKeys.Word(AkkaActorKind.User));
        if (category is not null)
        {
            Tags = [.. Tags, new(AkkaMetricAttributes.ActorCategory, category)];
        }

        (Restarts, Retries, Stashed, Grown) = (new(Tags), new(Tags), new(Tags), new(Tags));
        Dropped = new([.. Tags, new(AkkaMetricAttributes.MailboxDropReason, "overflow")]);
        Mailboxes = new MailboxRegistry(this);
        _messages = new(maxMessageTypes, _ => FoldedNames.Other, name => new MessageTypeInfo(this, name));
        _failures = new(MaxErrorTypes, _ => FoldedNames.OtherError, name => new FailureCount(this, name));
        _wrapper = new(this, FoldedNames.Wrapper);
    }

    public string Name { get; }

    /// <summary>The actors' kind; null for the application's own, unless the system's are instrumented too.</summary>
    public string? Category { get; }

    /// <summary>Whether the actors are not the application's own.</summary>
    public bool IsInfrastructure { get; }

    /// <summary>Selects the messages to these actors that are timed.</summary>
    public TimingRate Timing { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    /// <summary>Whether metrics of the messaging conventions are on.</summary>
    public bool HasMessaging => _system.HasMessaging;

    /// <summary>The attributes of these metrics, made once. Of two threads that make them, either one will do.</summary>
    public KeyValuePair<string, object?>[] MessagingTags => _messaging ??=
    [
        .. _system.WithMessaging(AkkaSpanAttributes.MessagingOperationValue),
        new(AkkaSpanAttributes.MessagingDestinationTemplate, Name),
        .. Tags.Where(static tag => tag.Key == AkkaMetricAttributes.ActorCategory),
    ];

    public MailboxRegistry Mailboxes { get; }

    /// <summary>Largest depths of the last minute. Only the collector uses it.</summary>
    public PeakWindow Peaks { get; } = new();

    /// <summary>The load of these actors. The collector computes it.</summary>
    public LoadWindow Load { get; } = new(Stopwatch.GetTimestamp());

    /// <summary>
    /// Whether they need an activity while they handle system messages of unsampled traces. Of two threads that make it, either one will do.
    /// </summary>
    public ActivityNeed ActivityNeed => _activityNeed ??= new ActivityNeed();

    /// <summary>Their share of the retroactive spans.</summary>
    public FairShare RetroactiveShare { get; } = new();

    public TaggedCount Restarts { get; }

    /// <summary>Failed messages that actors sent themselves again while they restarted.</summary>
    public TaggedCount Retries { get; }

    public TaggedCount Stashed { get; }

    /// <summary>Times that a mailbox grew for too long.</summary>
    public TaggedCount Grown { get; }

    /// <summary>Messages for which a bounded mailbox had no room for longer than its push time-out.</summary>
    public TaggedCount Dropped { get; }

    public IEnumerable<FailureCount> Failures => _failures;

    /// <summary>The message types so far. An enumeration may miss types that are added meanwhile.</summary>
    public IEnumerable<MessageTypeInfo> Messages => _messages;

    /// <summary>The same, with the entry of wrappers that cannot be opened, which are rare.</summary>
    public IEnumerable<MessageTypeInfo> Counted => _messages.Append(_wrapper);

    /// <summary>
    /// Called once for each type and mailbox, and for each message of a type beyond the cap. Frequent look-ups of others use the table of
    /// <see cref="MessageCells"/>.
    /// </summary>
    public MessageTypeInfo Message(Type type) => Volatile.Read(ref _other) is { } other && _folded.Contains(type) ? other : Find(type);

    private MessageTypeInfo Find(Type type)
    {
        var found = InnerMessage.IsWrapper(type) ? _wrapper : _messages.For(TypeNames.Get(type));
        if (found.IsOther && !type.IsCollectible)
        {
            _folded.Add(type);
            Volatile.Write(ref _other, found);
        }

        return found;
    }

    /// <summary>The name of the span of a message of this type.</summary>
    public string SpanNameOf(string message) => SpanNameTemplate.Fill(_spanNames, Name, message);

    /// <summary>Records the load that a walk has found. Collector's thread.</summary>
    public void NoteLoad(ActorTypeTotals found) =>
        Load.Record(found.At, found.Messages.Sum(message => message.Messages), found.Depths.Sum, found.Live, found.Work);

    public FailureCount Failure(Type exception) =>
        _failures.For(exception == typeof(UnseenException) ? FoldedNames.OtherError : TypeNames.Full(exception));
}
