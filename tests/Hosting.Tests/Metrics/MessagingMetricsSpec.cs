namespace AkkaInstrumentation.Tests;

/// <summary>
/// The metrics of OpenTelemetry's messaging conventions: those of the library under other names, and only where they are switched on.
/// </summary>
public sealed class MessagingMetricsSpec
{
    private const string On = "akka.loglevel = OFF\nakka.instrumentation.tracing.messaging-attributes = on\nakka.instrumentation.metrics.distributions = all";

    [Fact]
    public async Task Consumed_messages_are_counted_by_actor_type_once_for_all_message_types()
    {
        await using var system = Systems.Instrumented(On);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf((context, message) => context.Sender.Tell(message));

        await actor.Ask<string>("one", TimeSpan.FromSeconds(20));
        await actor.Ask<int>(2, TimeSpan.FromSeconds(20));

        var consumed = Assert.Single(metrics.Poll(), measured => measured.Name == MessagingMetricNames.ConsumedMessages);
        Assert.Equal(2, consumed.Value);
        Assert.Equal(Expected(system), Tags(consumed));
    }

    [Fact]
    public async Task Process_durations_are_the_values_of_the_librarys_own_histogram()
    {
        await using var system = Systems.Instrumented(On);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf((_, message) =>
        {
            Fail.If(message is "fail");
        });

        actor.Tell("work", ActorRefs.NoSender);
        actor.Tell("fail", ActorRefs.NoSender);

        await Eventually.Equal(2, () => metrics.Values(MessagingMetricNames.ProcessDuration).Count);
        Assert.Equal(metrics.Values(AkkaMetricNames.ActorProcessDuration), metrics.Values(MessagingMetricNames.ProcessDuration));
        var durations = metrics.Of(MessagingMetricNames.ProcessDuration);
        Assert.Equal(Expected(system), Tags(durations[0]));
        Assert.Equal(
            Expected(system).Append(new(AkkaSpanAttributes.ErrorType, typeof(InvalidOperationException).FullName))
                .OrderBy(tag => tag.Key, StringComparer.Ordinal),
            Tags(durations[1]));
    }

    [Fact]
    public async Task There_are_none_until_they_are_asked_for_and_then_the_counts_include_what_was_before()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.distributions = all");
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf((context, message) => context.Sender.Tell(message));

        await actor.Ask<string>("before", TimeSpan.FromSeconds(20));
        await Eventually.Equal(1, () => metrics.Values(AkkaMetricNames.ActorProcessDuration).Count);
        Assert.DoesNotContain(metrics.Recorded.Concat(metrics.Poll()), measured => measured.Name.StartsWith("messaging.", StringComparison.Ordinal));

        AkkaInstrumentationExtension.For(system.System).Control.Change("tracing.messaging-attributes = on");
        await actor.Ask<string>("after", TimeSpan.FromSeconds(20));
        await Eventually.Equal(1, () => metrics.Values(MessagingMetricNames.ProcessDuration).Count);
        Assert.Equal(2, metrics.Sum(MessagingMetricNames.ConsumedMessages));

        AkkaInstrumentationExtension.For(system.System).Control.Change("tracing.messaging-attributes = off");
        Assert.Null(metrics.Sum(MessagingMetricNames.ConsumedMessages));
    }

    private static IEnumerable<KeyValuePair<string, object?>> Expected(TestSystem system) =>
    [
        new(AkkaSpanAttributes.ActorSystemName, system.Name),
        new(AkkaSpanAttributes.MessagingDestinationTemplate, "Handler"),
        new(AkkaSpanAttributes.MessagingOperationName, "process"),
        new(AkkaSpanAttributes.MessagingSystem, "akka"),
    ];

    private static IEnumerable<KeyValuePair<string, object?>> Tags(Measured measured) =>
        measured.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal);
}
