using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// The number of failures of actors of one type with one type of exception, by their supervisors' decision. Any thread; failures are rare.
/// </summary>
internal sealed class FailureCount(ActorTypeInfo actor, string errorType)
{
    private readonly ConcurrentDictionary<string, TaggedCount> _counts = new();
    private readonly KeyValuePair<string, object?>[] _tags = [.. actor.Tags, new(AkkaSpanAttributes.ErrorType, errorType)];

    public string ErrorType { get; } = errorType;

    public IEnumerable<TaggedCount> Counts => _counts.Values;

    public long Value => Counts.Sum(count => count.Value);

    /// <param name="directive">One of <see cref="Directives"/>; null when it is unknown.</param>
    public void Increment(string? directive = null) =>
        _counts.GetOrAdd(
            directive ?? "",
            static (key, tags) => new TaggedCount(key.Length == 0 ? tags : [.. tags, new(AkkaSpanAttributes.SupervisionDirective, key)]),
            _tags).Increment();
}

/// <summary>
/// Stands for the exception of a handler when the exception itself is unknown: the supervisor's dispatcher is not instrumented, or is on another
/// node.
/// </summary>
internal sealed class UnseenException : Exception
{
    public static readonly UnseenException Instance = new();

    private UnseenException()
        : base("The handler threw. The exception is not known here: the supervisor is on another node or on a dispatcher that is not instrumented.")
    {
    }
}

/// <summary>A count with its tags. Any thread; for rare events.</summary>
internal sealed class TaggedCount(KeyValuePair<string, object?>[] tags)
{
    private long _value;

    public KeyValuePair<string, object?>[] Tags { get; } = tags;

    public long Value => Interlocked.Read(ref _value);

    /// <summary>Returns the new value.</summary>
    public long Increment(long by = 1) => Interlocked.Add(ref _value, by);
}
