using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>Counts of the traffic with other nodes. One for each actor system that has remoting. Any thread.</summary>
internal sealed class RemoteCounts(SystemTags system, MessageSizes sizes)
{
    /// <summary>Addresses beyond this number share one name, so that memory is bounded.</summary>
    internal const int MaxAddresses = 100;

    // The counts end with the metrics of their actor system.
    private static readonly ConditionalWeakTable<SystemMetrics, RemoteCounts> All = [];

    /// <summary>The other node opened the association, or quarantined this one.</summary>
    internal const string Inbound = "inbound";

    /// <summary>This node opened the association, or quarantined the other one.</summary>
    internal const string Outbound = "outbound";

    /// <summary>To the other node.</summary>
    internal const string Transmit = "transmit";

    /// <summary>From the other node.</summary>
    internal const string Receive = "receive";

    /// <summary>By address and direction.</summary>
    public Capped<(string Address, string Direction), TaggedCount> Associations { get; } = ByDirection(system);

    /// <summary>By address and direction: inbound if the other node has quarantined this one.</summary>
    public Capped<(string Address, string Direction), TaggedCount> Quarantines { get; } = ByDirection(system);

    public Capped<string, TaggedCount> Errors { get; } = ByAddress(system);

    public Capped<string, TaggedCount> Sent { get; } = ByAddress(system);

    /// <summary>Messages that could not be sent, estimated from those that were to be measured.</summary>
    public Capped<string, TaggedCount> Dropped { get; } = ByAddress(system);

    /// <summary>Messages that a serializer could not write or read, by direction, address, message type and exception.</summary>
    public Capped<(string Direction, string Address, string Message, string Error), TaggedCount> Failures { get; } = new(
        LossCounts.MaxSeries,
        static key => key with { Address = FoldedNames.Other, Message = FoldedNames.Other, Error = FoldedNames.OtherError },
        key => new TaggedCount([.. system.With(new(AkkaMetricAttributes.RemoteAddress, key.Address), Way(key.Direction)),
            new(AkkaSpanAttributes.MessageType, key.Message), new(AkkaSpanAttributes.ErrorType, key.Error)]));

    public MessageSizes Sizes => sizes;

    public ContextCount Written { get; } = new(system.With(Way(Transmit)));

    public ContextCount Read { get; } = new(system.With(Way(Receive)));

    /// <summary>Contexts, or parts of them, that were not sent or not read, by one of <see cref="RefusedContexts"/>.</summary>
    public Capped<string, TaggedCount> Refused { get; } = new(
        int.MaxValue, static reason => reason, reason =>
            new TaggedCount(system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteRefusalReason, reason))));

    /// <summary>The counts of a system that starts.</summary>
    public static RemoteCounts Create(AkkaInstrumentationExtension instrumentation)
    {
        var metrics = instrumentation.Metrics;
        var counts = new RemoteCounts(metrics.Tags, new MessageSizes(metrics, instrumentation.Settings.MetricsMaxMessageTypes));
        All.AddOrUpdate(metrics, counts);
        metrics.SentToNodes = counts.Sent;
        instrumentation.Insight.Traffic = counts.Sizes;
        return counts;
    }

    /// <summary>The counts of a system; null for a system without remoting or with a provider of the application's own.</summary>
    public static RemoteCounts? Find(SystemMetrics system) => All.TryGetValue(system, out var counts) ? counts : null;

    private static Capped<string, TaggedCount> ByAddress(SystemTags system) => new(
        MaxAddresses,
        static _ => FoldedNames.Other,
        name => new TaggedCount(system.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteAddress, name))));

    private static Capped<(string Address, string Direction), TaggedCount> ByDirection(SystemTags system) => new(
        2 * MaxAddresses,
        static key => key with { Address = FoldedNames.Other },
        key => new TaggedCount(system.With(new(AkkaMetricAttributes.RemoteAddress, key.Address),
            new KeyValuePair<string, object?>(AkkaMetricAttributes.RemoteAssociationDirection, key.Direction))));

    private static KeyValuePair<string, object?> Way(string direction) => new(AkkaMetricAttributes.NetworkIoDirection, direction);
}

/// <summary>Envelopes in one direction, and the bytes that their contexts added. Any thread.</summary>
internal sealed class ContextCount(KeyValuePair<string, object?>[] tags)
{
    public TaggedCount Envelopes { get; } = new(tags);

    public TaggedCount Bytes { get; } = new(tags);

    public void Add(int bytes)
    {
        Envelopes.Increment();
        Bytes.Increment(bytes);
    }
}

/// <summary>Reasons why a context, or a part of it, is not sent or not read.</summary>
internal static class RefusedContexts
{
    public const string Version = "version";
    public const string Malformed = "malformed";
    public const string Baggage = "baggage";
    public const string TraceState = "tracestate";
    public const string Size = "size";
}

/// <summary>The instruments about the traffic with other nodes.</summary>
internal static class RemoteInstruments
{
    public static readonly Instrument Sent = Counter(
        AkkaMetricNames.RemoteMessageSent, AkkaMetricNames.MessageUnit, "Messages sent to references of other nodes, while metrics are collected.",
            remote => remote.Sent);

    // In bytes, from the size of a single number to the largest frames of transports.
    private static readonly InstrumentAdvice<long> SizeAdvice = new()
    {
        HistogramBucketBoundaries = [64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216],
    };

    public static readonly Histogram<long> MessageSize = Instruments.Histogram(
        AkkaMetricNames.RemoteMessageSize, AkkaMetricNames.Bytes, "Bytes of messages to and from other nodes.", SizeAdvice);

    public static readonly Histogram<double> SerializationDuration =
        Instruments.Durations(AkkaMetricNames.RemoteSerializationDuration, "Time to serialize or deserialize a message.");

    private static readonly Instrument Dropped = Counter(
        AkkaMetricNames.RemoteMessageDropped, AkkaMetricNames.MessageUnit, "Messages that could not be sent to other nodes, estimated.", remote =>
            remote.Dropped);

    private static readonly Instrument Large = Counter(
        AkkaMetricNames.RemoteLargeMessages, AkkaMetricNames.MessageUnit, "Messages sent above half of the transport's frame, estimated.", remote =>
            remote.Sizes.Types.Select(type => type.Large).Where(large => large.Value > 0));

    static RemoteInstruments()
    {
        Counter(AkkaMetricNames.RemoteAssociations, AkkaMetricNames.AssociationUnit, "Associations with other nodes.", remote => remote.Associations);
        Counter(AkkaMetricNames.RemoteQuarantines, AkkaMetricNames.QuarantineUnit, "Nodes that were quarantined.", remote => remote.Quarantines);
        Counter(AkkaMetricNames.RemoteSerializationFailures, AkkaMetricNames.FailureUnit,
            "Messages between nodes that a serializer could not write or read.", remote => remote.Failures);
        Counter(AkkaMetricNames.RemoteErrors, AkkaMetricNames.ErrorUnit, "Errors of associations.", remote => remote.Errors);
        Counter(
            AkkaMetricNames.RemoteEnvelopes, AkkaMetricNames.EnvelopeUnit, "Messages that were written or read with their context.", remote =>
                [remote.Written.Envelopes, remote.Read.Envelopes]);
        Counter(AkkaMetricNames.RemoteContextIo, AkkaMetricNames.Bytes, "Bytes that contexts added to messages.",
            remote => [remote.Written.Bytes, remote.Read.Bytes]);
        Counter(AkkaMetricNames.RemoteContextRefused, AkkaMetricNames.ContextUnit,
            "Contexts, or parts of them, that were not sent or not read.", remote => remote.Refused);
    }

    /// <summary>Makes the instruments.</summary>
    public static void Publish() => _ = Sent;

    /// <summary>Whether a listener wants a value that must be measured.</summary>
    public static bool IsMeasuring => MessageSize.Enabled || SerializationDuration.Enabled || Large.Enabled || Dropped.Enabled;

    private static Instrument Counter(string name, string unit, string description, Func<RemoteCounts, IEnumerable<TaggedCount>> counts) =>
        ObservableMetrics.Counter(name, unit, description, system => RemoteCounts.Find(system) is { } remote ? counts(remote) : []);
}
