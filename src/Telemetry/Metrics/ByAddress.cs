using System.Collections;

namespace AkkaInstrumentation;

/// <summary>A count for each address of another node, for a bounded number of addresses. Any thread.</summary>
/// <param name="system">The attributes of the actor system.</param>
/// <param name="direction">The value of <see cref="AkkaMetricAttributes.RemoteDirection"/>; null for none.</param>
internal sealed class ByAddress(SystemTags system, string? direction = null) : IEnumerable<TaggedCount>
{
    private readonly Capped<string, string, TaggedCount> _counts = new(
        RemoteCounts.MaxAddresses,
        static address => address,
        static _ => FoldedNames.Other,
        name => new TaggedCount(direction is null
            ? system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteAddress, name))
            : system.With(new(AkkaMetricAttributes.RemoteAddress, name), new(AkkaMetricAttributes.RemoteDirection, direction))));

    public TaggedCount For(string address) => _counts.For(address);

    public IEnumerator<TaggedCount> GetEnumerator() => _counts.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
