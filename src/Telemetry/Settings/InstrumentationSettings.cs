using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The settings of one actor system, as <c>reference.conf</c> describes them. Immutable; a change at run time is another object.</summary>
internal sealed record InstrumentationSettings
{
    public required bool TracingEnabled { get; init; }

    public required bool MetricsEnabled { get; init; }

    public required bool SystemActors { get; init; }

    /// <summary>Share of roots that may be traced, 0 to 1.</summary>
    public required double TracingSamplingRatio { get; init; }

    /// <summary>Spans per second; infinite for no limit.</summary>
    public required double TracingSamplingBudget { get; init; }

    /// <summary>Which roots that are not sampled have a trace id of their own.</summary>
    public required UnsampledTraceIds TracingSamplingUnsampledTraceIds { get; init; }

    /// <summary>Whether failed messages get a span after the fact.</summary>
    public required bool TracingAfterTheFactErrors { get; init; }

    /// <summary>The wait after which a message gets a span after the fact; infinite for none.</summary>
    public required TimeSpan TracingAfterTheFactSlowWait { get; init; }

    /// <summary>The processing time after which a message gets a span after the fact; infinite for none.</summary>
    public required TimeSpan TracingAfterTheFactSlowWork { get; init; }

    /// <summary>Spans per second that are made after the fact.</summary>
    public required int TracingAfterTheFactLimit { get; init; }

    /// <summary>Whether spans have the message's text.</summary>
    public required bool TracingContentEnabled { get; init; }

    /// <summary>Characters of that text.</summary>
    public required int TracingContentMaxLength { get; init; }

    /// <summary>Whether spans of failures have the exception as an event.</summary>
    public required bool TracingExceptionsEnabled { get; init; }

    /// <summary>Characters of each of its texts.</summary>
    public required int TracingExceptionsMaxLength { get; init; }

    /// <summary>Whether spans have the attributes of the messaging conventions.</summary>
    public required bool TracingMessagingAttributes { get; init; }

    /// <summary>Which messages are timed for the distributions.</summary>
    public required MessageDistributions MetricsDistributions { get; init; }

    /// <summary>Messages per second and actor type that are timed when adaptive.</summary>
    public required int MetricsDistributionsRate { get; init; }

    /// <summary>Actor types told apart in metrics.</summary>
    public required int MetricsMaxActorTypes { get; init; }

    /// <summary>Message types told apart in metrics, for each actor type.</summary>
    public required int MetricsMaxMessageTypes { get; init; }

    public required bool PressureEnabled { get; init; }

    /// <summary>How long a mailbox may grow.</summary>
    public required TimeSpan PressureGrowingFor { get; init; }

    /// <summary>Messages below which a mailbox is nobody's concern.</summary>
    public required int PressureMinDepth { get; init; }

    public required int PressureReportsPerMinute { get; init; }

    public required bool BlockingEnabled { get; init; }

    /// <summary>How long a handler may block its thread.</summary>
    public required TimeSpan BlockingThreshold { get; init; }

    public required int BlockingReportsPerMinute { get; init; }

    /// <summary>What is said about single actors and messages.</summary>
    public RuleSet Rules { get; init; } = ReferenceRules;

    /// <summary>The user's filter by content, null when there is none.</summary>
    public TraceFilter? Filter { get; init; }

    /// <summary>What the settings and the user's code add to a span, null when nothing is.</summary>
    public SpanDetails? Details { get; init; }

    /// <summary>Ids of the dispatcher sections that are made instrumented; <see cref="DispatcherSections.Every"/> is all of them.</summary>
    public IReadOnlyList<string> Dispatchers { get; init; } = EveryDispatcher;

    /// <summary>One instance, so that settings that are equal compare so.</summary>
    public static IReadOnlyList<string> EveryDispatcher { get; } = [DispatcherSections.Every];

    /// <summary>Messages per second and actor type that are timed; 0 for all.</summary>
    public int TimedPerSecond => MetricsDistributions == MessageDistributions.All ? 0 : MetricsDistributionsRate;

    /// <summary>Characters of each text of an exception; 0 when spans say nothing of it.</summary>
    public int ExceptionLength => TracingExceptionsEnabled ? TracingExceptionsMaxLength : 0;

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;

    private static RuleSet ReferenceRules { get; } =
        RuleReader.Read(new SettingsLayers(Config.Empty, InstrumentationConfig.Reference, [], filter: null), []);
}
