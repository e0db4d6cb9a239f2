using System.Diagnostics.Metrics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The counters of OpenTelemetry's messaging conventions. They repeat values that are counted anyway. They are created when the first actor system
/// switches them on, as <see cref="MessagingInstruments"/> is.
/// </summary>
internal static class MessagingTotals
{
    static MessagingTotals()
    {
        ObservableMetrics.Counter(
            MessagingMetricNames.ConsumedMessages, AkkaMetricNames.MessageUnit,
                "Number of messages that were delivered to the application.", Consumed);
        ObservableMetrics.Counter(
            MessagingMetricNames.SentMessages, AkkaMetricNames.MessageUnit, "Number of messages producer attempted to send to the broker.", Sent);
    }

    /// <summary>Makes the instruments at the first call.</summary>
    public static void Publish()
    {
        // The constructor has made them.
    }

    private static IEnumerable<Measurement<long>> Consumed(CollectedSystem system) =>
        from type in system.Metrics.Tags.HasMessaging ? system.ActorTypes : []
        let consumed = type.Messages.Sum(message => message.Messages)
        where consumed > 0
        select new Measurement<long>(consumed, type.Actor.MessagingTags);

    // By host and port. A node that starts again with another name of its system has another address, but must not report the same series twice.
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
