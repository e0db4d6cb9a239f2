using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// What is known about the actor types of one name in one actor system: names, tags, live mailboxes and message types.
/// By name because that is what a metric shows: two types of one name must not report one series twice.
/// Made at the first actor of the name and kept as long as the system lives; bounded by the number of types.
/// </summary>
internal sealed class ActorTypeInfo
{
    // Filled while messages arrive, once for each type and mailbox: hot look-ups go to MessageCells' own table.
    private readonly ConcurrentDictionary<string, MessageTypeInfo> _messages = new();
    private readonly ConcurrentDictionary<Type, FailureCount> _failures = new();
    private long _restarts;

    public ActorTypeInfo(string systemName, string name, TimingRate timing)
    {
        Timing = timing;
        Name = name;
        SpanName = $"process {Name}";
        Tags = [new(MetricNames.SystemName, systemName), new(SpanAttributes.ActorType, Name)];
    }

    public string Name { get; }

    public string SpanName { get; }

    /// <summary>Which of the messages to these actors are timed.</summary>
    public TimingRate Timing { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    public MailboxRegistry Mailboxes { get; } = new();

    public long Restarts => Interlocked.Read(ref _restarts);

    public IEnumerable<FailureCount> Failures => _failures.Values;

    public MailboxRegistry.Totals Collect() => Mailboxes.Collect(_messages.Values);

    public MessageTypeInfo Message(Type type) =>
        _messages.GetOrAdd(TypeNames.Of(type), static (name, actor) => new MessageTypeInfo(actor, name), this);

    public void Restarted() => Interlocked.Increment(ref _restarts);

    public FailureCount Failure(Type exception) =>
        _failures.GetOrAdd(exception, static (key, actor) => new FailureCount(actor, key), this);
}
