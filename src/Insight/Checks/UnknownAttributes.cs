using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>
/// Finds entries of <c>metrics.excluded-attributes</c> that would have no effect: attributes that no observable metric has, and attributes that are
/// never left out. The name of the actor system is never left out, because two systems would then share one series.
/// </summary>
internal static class UnknownAttributes
{
    private const string Key = $"{InstrumentationSettings.Root}.metrics.excluded-attributes";

    private static readonly string[] Fixed = [AkkaSpanAttributes.ActorSystemName, AkkaMetricAttributes.ActorSystemInstance];

    // The SDK adds up the values of histograms itself, so a view is right for them.
    private static readonly string[] Histograms =
    [
        AkkaMetricNames.MailboxWaitDuration, AkkaMetricNames.ActorProcessDuration, AkkaMetricNames.StashDuration, AkkaMetricNames.AskDuration,
        AkkaMetricNames.PersistenceWriteDuration, AkkaMetricNames.PersistenceRecoveryDuration, AkkaMetricNames.PersistenceRecoveryEvents,
        AkkaMetricNames.RemoteMessageSize, AkkaMetricNames.RemoteSerializationDuration, AkkaMetricNames.RemoteHeartbeatInterval,
        AkkaMetricNames.DispatcherBatchSize, AkkaMetricNames.DispatcherWaitDuration, AkkaMetricNames.ClusterShardingHandoffDuration,
        AkkaMetricNames.ClusterShardingBufferDuration, AkkaMetricNames.SchedulerLateness,
        MessagingMetricNames.ProcessDuration,
    ];

    // Counters of the process belong to no actor system, so no system's settings change them.
    private static readonly string[] OfProcess = [AkkaMetricNames.InstrumentationCollectionTime, AkkaMetricNames.InstrumentationCallbackFailures];

    private static readonly string[] Metrics =
    [
        .. Names(typeof(AkkaMetricNames).GetFields(BindingFlags.Public | BindingFlags.Static)).Except(Histograms).Except(OfProcess),
        MessagingMetricNames.ConsumedMessages, MessagingMetricNames.SentMessages,
    ];

    private static readonly string[] Attributes =
    [
        .. Names(typeof(AkkaMetricAttributes).GetFields(BindingFlags.Public | BindingFlags.Static)).Except(Fixed)
            .Except([AkkaMetricAttributes.InstrumentationCallbackType]),
        AkkaSpanAttributes.ActorType, AkkaSpanAttributes.MessageType, AkkaSpanAttributes.ShardRegionName, AkkaSpanAttributes.ErrorType,
        AkkaSpanAttributes.StreamName,
        AkkaSpanAttributes.SupervisionDirective, AkkaSpanAttributes.ServerAddress, AkkaSpanAttributes.ServerPort,
        AkkaSpanAttributes.MessagingSystem, AkkaSpanAttributes.MessagingOperationName, AkkaSpanAttributes.MessagingDestinationTemplate,
    ];

    /// <param name="entries">Each an attribute, alone or behind a metric: <c>akka.actor.flow.messages/akka.sender.type</c>.</param>
    /// <param name="problems">Gets the entries that are wrong.</param>
    public static void Report(IReadOnlyList<string> entries, SettingsProblems problems)
    {
        foreach (var entry in entries)
        {
            if (ProblemOf(ExcludedAttributes.Split(entry)) is { } problem)
            {
                problems.Add(Key, $" = {entry}, {problem}");
            }
        }
    }

    private static string? ProblemOf((string Metric, string Attribute) entry) => entry switch
    {
        (_, var fixedOne) when Fixed.Contains(fixedOne) => $"{fixedOne} is never left out",
        (var metric, _) when Histograms.Contains(metric) => $"{metric} is a histogram, whose attributes a view leaves out",
        (not "", _) when !Metrics.Contains(entry.Metric) => $"the nearest observable metric is {Spelling.Nearest(entry.Metric, Metrics)}",
        _ when !Attributes.Contains(entry.Attribute) =>
            $"the nearest attribute is {Spelling.Nearest(entry.Attribute, Attributes)}, allowed are "
                + string.Join(", ", Attributes.Order(StringComparer.Ordinal)),
        _ => null,
    };

    private static IEnumerable<string> Names(FieldInfo[] constants) => constants.Select(constant => (string)constant.GetRawConstantValue()!);
}
