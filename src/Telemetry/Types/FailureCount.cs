using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// How often actors of one type failed with one type of exception, by what their supervisors did about it. Any thread;
/// failures are rare.
/// </summary>
internal sealed class FailureCount(ActorTypeInfo actor, string errorType)
{
    private readonly ConcurrentDictionary<string, TaggedCount> _counts = new();
    private readonly KeyValuePair<string, object?>[] _tags = [.. actor.Tags, new(SpanAttributes.ErrorType, errorType)];

    public string ErrorType { get; } = errorType;

    public IEnumerable<TaggedCount> Counts => _counts.Values;

    public long Value => Counts.Sum(count => count.Value);

    /// <param name="directive">One of <see cref="Directives"/>; null when it was not seen.</param>
    public void Increment(string? directive = null) =>
        _counts.GetOrAdd(
            directive ?? "",
            static (key, tags) => new TaggedCount(key.Length == 0 ? tags : [.. tags, new(SpanAttributes.SupervisionDirective, key)]),
            _tags).Increment();
}
