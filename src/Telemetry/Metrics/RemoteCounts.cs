using System.Collections;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>Counts of the traffic with other nodes. One for each actor system that has remoting. Any thread.</summary>
internal sealed class RemoteCounts(SystemTags system)
{
    /// <summary>Addresses beyond this number share one name, so that memory is bounded.</summary>
    internal const int MaxAddresses = 100;

    public const string Inbound = "inbound";
    public const string Outbound = "outbound";

    private readonly ByAddress _associatedIn = new(system, Inbound);
    private readonly ByAddress _associatedOut = new(system, Outbound);
    private readonly ByAddress _quarantinedUs = new(system, Inbound);
    private readonly ByAddress _quarantinedThem = new(system, Outbound);

    public IEnumerable<TaggedCount> Associations => _associatedIn.Concat(_associatedOut);

    public IEnumerable<TaggedCount> Quarantines => _quarantinedUs.Concat(_quarantinedThem);

    public ByAddress Errors { get; } = new(system);

    public ByAddress Sent { get; } = new(system);

    public DirectedCount Written { get; } = new(system, Outbound);

    public DirectedCount Read { get; } = new(system, Inbound);

    public RefusedContexts Refused { get; } = new(system);

    public void Associated(string address, bool inbound) => (inbound ? _associatedIn : _associatedOut).For(address).Increment();

    /// <param name="address">The other node.</param>
    /// <param name="byOther">Whether the other node has quarantined this one.</param>
    public void Quarantined(string address, bool byOther) => (byOther ? _quarantinedUs : _quarantinedThem).For(address).Increment();
}

/// <summary>A count for each address of another node, for a bounded number of addresses. Any thread.</summary>
/// <param name="system">The attributes of the actor system.</param>
/// <param name="direction">The value of <see cref="AkkaMetricAttributes.RemoteDirection"/>; null for none.</param>
internal sealed class ByAddress(SystemTags system, string? direction = null) : IEnumerable<TaggedCount>
{
    private readonly Capped<string, TaggedCount> _counts = new(
        RemoteCounts.MaxAddresses,
        static _ => FoldedNames.Other,
        name => new TaggedCount(direction is null
            ? system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteAddress, name))
            : system.With(new(AkkaMetricAttributes.RemoteAddress, name), new(AkkaMetricAttributes.RemoteDirection, direction))));

    public TaggedCount For(string address) => _counts.For(address);

    public IEnumerator<TaggedCount> GetEnumerator() => _counts.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>Envelopes in one direction, and the bytes that their contexts added. Any thread.</summary>
internal sealed class DirectedCount
{
    public DirectedCount(SystemTags system, string direction)
    {
        var tags = system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteDirection, direction));
        (Envelopes, Bytes) = (new(tags), new(tags));
    }

    public TaggedCount Envelopes { get; }

    public TaggedCount Bytes { get; }

    public void Add(int bytes)
    {
        Envelopes.Increment();
        Bytes.Increment(bytes);
    }
}

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

/// <summary>The instruments about the traffic with other nodes.</summary>
internal static class RemoteInstruments
{
    public static readonly Instrument Sent = Counter(
        AkkaMetricNames.RemoteSent, AkkaMetricNames.MessageUnit, "Messages sent to references of other nodes, while somebody listens.", remote => remote.Sent);

    static RemoteInstruments()
    {
        Counter(AkkaMetricNames.RemoteAssociations, AkkaMetricNames.AssociationUnit, "Associations with other nodes.", remote => remote.Associations);
        Counter(AkkaMetricNames.RemoteQuarantines, AkkaMetricNames.QuarantineUnit, "Nodes that were quarantined.", remote => remote.Quarantines);
        Counter(AkkaMetricNames.RemoteErrors, AkkaMetricNames.ErrorUnit, "Errors of associations.", remote => remote.Errors);
        Counter(
            AkkaMetricNames.RemoteEnvelopes, AkkaMetricNames.EnvelopeUnit, "Messages that were written or read with their context.", remote => [remote.Written.Envelopes, remote.Read.Envelopes]);
        Counter(AkkaMetricNames.RemoteContextSize, AkkaMetricNames.Bytes, "Bytes that contexts added to messages.", remote => [remote.Written.Bytes, remote.Read.Bytes]);
        Counter(AkkaMetricNames.RemoteContextRefused, AkkaMetricNames.ContextUnit, "Contexts, or parts of them, that were not sent or not read.", remote => remote.Refused);
    }

    private static Instrument Counter(string name, string unit, string description, Func<RemoteCounts, IEnumerable<TaggedCount>> counts) =>
        ObservableMetrics.Counter(name, unit, description, system => system.Remote is { } remote ? counts(remote) : []);
}
