using System.Diagnostics.Metrics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The instruments of OpenTelemetry's messaging conventions. They repeat what is counted and timed anyway. They are made when the first actor system
/// switches them on, so that until then no reader keeps memory for them.
/// </summary>
internal static class MessagingInstruments
{
    public static readonly Histogram<double> ProcessDuration = Instruments.Histogram(
        MessagingMetricNames.ProcessDuration, AkkaMetricNames.Seconds, "Duration of processing operation.", BucketAdvice.Messaging);

    static MessagingInstruments()
    {
        ObservableMetrics.Counter(
            MessagingMetricNames.ConsumedMessages, AkkaMetricNames.MessageUnit,
                "Number of messages that were delivered to the application.", Consumed);
        ObservableMetrics.Counter(
            MessagingMetricNames.SentMessages, AkkaMetricNames.MessageUnit, "Number of messages producer attempted to send to the broker.", Sent);
    }

    /// <summary>Makes the instruments at the first call.</summary>
    public static void Publish() => _ = ProcessDuration.Enabled;

    private static IEnumerable<Measurement<long>> Consumed(CollectedSystem system) =>
        from type in system.Metrics.Tags.HasMessaging ? system.ActorTypes : []
        let consumed = type.Messages.Sum(message => message.Messages)
        where consumed > 0
        select new Measurement<long>(consumed, type.Actor.MessagingTags);

    // By host and port: a node that starts again under another name of its system has another address, but would repeat the series.
    private static IEnumerable<Measurement<long>> Sent(CollectedSystem system) =>
        from sent in system.Metrics.Tags.HasMessaging ? system.Metrics.SentToNodes : []
        where sent.Value > 0
        group sent.Value by NodeOf(sent) into node
        select new Measurement<long>(
            node.Sum(), [.. system.Metrics.Tags.WithMessaging(AkkaSpanAttributes.MessagingSendValue), .. ServerTags(node.Key.Host, node.Key.Port)]);

    private static (string Host, int? Port) NodeOf(TaggedCount sent) =>
        sent.Tags.First(tag => tag.Key == AkkaMetricAttributes.RemoteAddress).Value is string address
        && ActorPath.TryParseAddress(address, out var node) && node.Host is { } host
            ? (host, node.Port)
            : (FoldedNames.Other, null);

    private static IEnumerable<KeyValuePair<string, object?>> ServerTags(string host, int? port)
    {
        yield return new(AkkaSpanAttributes.ServerAddress, host);
        if (port is { } known)
        {
            yield return new(AkkaSpanAttributes.ServerPort, (long)known);
        }
    }
}
