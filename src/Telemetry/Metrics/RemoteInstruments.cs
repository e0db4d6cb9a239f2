using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The instruments about other nodes. They have values where <see cref="SystemMetrics.Remote"/> is set.</summary>
internal static class RemoteInstruments
{
    static RemoteInstruments()
    {
        Counter(AkkaMetricNames.RemoteAssociations, AkkaMetricNames.AssociationUnit, "Associations with other nodes.", remote => Of(remote.Associations));
        Counter(AkkaMetricNames.RemoteQuarantines, AkkaMetricNames.QuarantineUnit, "Nodes that were quarantined.", remote => Of(remote.Quarantines));
        Counter(AkkaMetricNames.RemoteErrors, AkkaMetricNames.ErrorUnit, "Errors of associations.", remote => Of(remote.Errors));
        Counter(AkkaMetricNames.RemoteSent, AkkaMetricNames.MessageUnit, "Messages sent to references of other nodes, while somebody listens.", remote => Of(remote.Sent), made => Sent = made);
        Counter(AkkaMetricNames.RemoteEnvelopes, AkkaMetricNames.EnvelopeUnit, "Messages that were written or read with their context.", remote => Of(remote, count => count.Count));
        Counter(AkkaMetricNames.RemoteContextSize, AkkaMetricNames.Bytes, "Bytes that contexts added to messages.", remote => Of(remote, count => count.Bytes));
        Counter(AkkaMetricNames.RemoteContextRefused, AkkaMetricNames.ContextUnit, "Contexts, or parts of them, that were not sent or not read.", remote => Of(remote.Refused));
    }

    /// <summary>Always true. Reading it creates the instruments.</summary>
    public static bool Made => Sent is not null;

    public static Instrument Sent { get; private set; } = null!;

    private static IEnumerable<Measurement<long>> Of(IEnumerable<TaggedCount> counts) =>
        counts.Where(count => count.Value > 0).Select(count => new Measurement<long>(count.Value, count.Tags));

    private static IEnumerable<Measurement<long>> Of(RemoteCounts remote, Func<DirectedCount, long> value) =>
        new[] { remote.Written, remote.Read }.Where(count => count.Count > 0).Select(count => new Measurement<long>(value(count), count.Tags));

    private static void Counter(
        string name, string unit, string meaning, Func<RemoteCounts, IEnumerable<Measurement<long>>> of, Action<Instrument>? use = null) =>
        Pulled.Counter(name, unit, meaning, system => system.Remote is { } remote ? of(remote) : [], use);
}
