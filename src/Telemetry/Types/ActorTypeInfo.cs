using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// What is known about one actor type in one actor system: names, tags, its live mailboxes and its message types.
/// Made at the first actor of the type and kept as long as the system lives; bounded by the number of types.
/// </summary>
internal sealed class ActorTypeInfo
{
    // Keyed by runtime type and filled while messages arrive: a concurrent dictionary, read through MessageCells' own table.
    private readonly ConcurrentDictionary<Type, MessageTypeInfo> _messages = new();
    private readonly ConcurrentDictionary<Type, FailureCount> _failures = new();
    private long _restarts;

    public ActorTypeInfo(string systemName, Type type)
    {
        Type = type;
        Name = TypeNames.Of(type);
        SpanName = $"process {Name}";
        Tags = [new(MetricNames.SystemName, systemName), new(SpanAttributes.ActorType, Name)];
    }

    public Type Type { get; }

    public string Name { get; }

    public string SpanName { get; }

    public KeyValuePair<string, object?>[] Tags { get; }

    public MailboxRegistry Mailboxes { get; } = new();

    public long Restarts => Interlocked.Read(ref _restarts);

    public IEnumerable<FailureCount> Failures => _failures.Values;

    public MailboxRegistry.Totals Collect() => Mailboxes.Collect(_messages.Values);

    public MessageTypeInfo Message(Type type) =>
        _messages.GetOrAdd(type, static (key, actor) => new MessageTypeInfo(actor, key), this);

    public void Restarted() => Interlocked.Increment(ref _restarts);

    public FailureCount Failure(Type exception) =>
        _failures.GetOrAdd(exception, static (key, actor) => new FailureCount(actor, key), this);
}
