using System.Collections;

namespace AkkaInstrumentation;

/// <summary>Contexts, or parts of them, that were not sent or not read, by reason. Any thread.</summary>
internal sealed class RefusedContexts(SystemTags system) : IEnumerable<TaggedCount>
{
    public const string Version = "version";
    public const string Malformed = "malformed";
    public const string Baggage = "baggage";
    public const string TraceState = "tracestate";
    public const string Size = "size";

    private static readonly string[] Reasons = [Version, Malformed, Baggage, TraceState, Size];

    private readonly TaggedCount[] _counts =
        [.. Reasons.Select(reason => new TaggedCount(system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteRefusalReason, reason))))];

    /// <summary>Counts one. Returns true for the first of its reason.</summary>
    public bool Add(string reason)
    {
        var count = _counts[Array.IndexOf(Reasons, reason)];
        count.Increment();
        return count.Value == 1;
    }

    public IEnumerator<TaggedCount> GetEnumerator() => _counts.AsEnumerable().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
