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

    /// <summary>Which messages are timed for the distributions.</summary>
    public required MessageDistributions MetricsDistributions { get; init; }

    /// <summary>Messages per second and actor type that are timed when adaptive.</summary>
    public required int MetricsDistributionsRate { get; init; }

    /// <summary>Actor types told apart in metrics.</summary>
    public required int MetricsMaxActorTypes { get; init; }

    /// <summary>Message types told apart in metrics, for each actor type.</summary>
    public required int MetricsMaxMessageTypes { get; init; }

    /// <summary>What is said about single actors and messages.</summary>
    public RuleSet Rules { get; init; } = ReferenceRules;

    /// <summary>The user's filter by content, null when there is none.</summary>
    public TraceFilter? Filter { get; init; }

    /// <summary>Ids of the dispatcher sections that are made instrumented; <see cref="DispatcherSections.Every"/> is all of them.</summary>
    public IReadOnlyList<string> Dispatchers { get; init; } = EveryDispatcher;

    /// <summary>One instance, so that settings that are equal compare so.</summary>
    public static IReadOnlyList<string> EveryDispatcher { get; } = [DispatcherSections.Every];

    /// <summary>Messages per second and actor type that are timed; 0 for all.</summary>
    public int TimedPerSecond => MetricsDistributions == MessageDistributions.All ? 0 : MetricsDistributionsRate;

    public bool RecordsAnything => TracingEnabled || MetricsEnabled;

    private static RuleSet ReferenceRules { get; } =
        RuleReader.Read(new SettingsLayers(Config.Empty, InstrumentationConfig.Reference, [], filter: null), []);
}
