using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>What is kept of one actor system so that its health and diagnosis can be read. Any thread.</summary>
internal abstract class SystemInsight
{
    private static readonly ConditionalWeakTable<AkkaInstrumentationExtension, SystemInsight> All = [];

    private readonly AkkaInstrumentationExtension _instrumentation;

    protected SystemInsight(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        FlowHistory = new(
            instrumentation.Metrics.Flows,
            () => instrumentation.Metrics.ActorTypes.SelectMany(type => type.Messages).SelectMany(message => message.BusyTimes));
        Minutes = new(instrumentation.Metrics);
        Lately = new(instrumentation.Metrics, TimeSpan.FromSeconds(20), least: 200);
        Looks = new(instrumentation);
        UnmatchedRules = new(instrumentation);
        All.Add(instrumentation, this);
    }

    /// <summary>The instrumented actor systems of this process that have not ended.</summary>
    public static IEnumerable<AkkaInstrumentationExtension> InProcess => All.Select(one => one.Key).Where(system => system.EndedAt == 0);

    /// <summary>The mailboxes that grow and the handlers that block at present.</summary>
    public abstract WatchFindings Watched { get; }

    /// <summary>The flows of the last hour, if somebody samples them.</summary>
    public FlowHistory FlowHistory { get; }

    /// <summary>What was counted at each of the last minutes.</summary>
    public MinuteHistory Minutes { get; }

    /// <summary>The same at shorter times, for what changes fast.</summary>
    public MinuteHistory Lately { get; }

    /// <summary>Whether the process stood still.</summary>
    public OwnClock Clock { get; } = new(static () => BackgroundThread.LateTicks);

    /// <summary>How long work waits for a thread of the pool.</summary>
    public PoolProbe Pool { get; } = new();

    /// <summary>Whether Asks are measured, so that one that times out is known.</summary>
    public bool MeasuresAsks { get; set; }

    /// <summary>The latest Asks that timed out, where they are measured and listened to. Threads of the pool write it.</summary>
    public RecentEvents<AskTimeout> TimedOutAsks { get; } = new();

    /// <summary>Failures with which actors have answered measured Asks of other actors. Threads that answer write it.</summary>
    public RecentEvents<ActorFailure> AnsweredFailures { get; } = new();

    /// <summary>The latest handlers that have blocked their thread and have returned. The background thread writes it.</summary>
    public RecentEvents<EndedBlock> EndedBlocks { get; } = new();

    /// <summary>The nodes that the cluster lost, with the package for clusters.</summary>
    public RecentEvents<NodeLoss> NodeLosses { get; } = new();

    /// <summary>Messages between nodes that could not be written or read, with the package for Akka.Remote, while metrics are on.</summary>
    public RecentEvents<UnreadableMessage> Unreadable { get; } = new();

    /// <summary>What actors in trouble do.</summary>
    public TroubleLooks Looks { get; }

    public UnmatchedRules UnmatchedRules { get; }

    /// <summary>The nodes of the system's cluster; null without the package for clusters.</summary>
    public IClusterNodes? Nodes { get; set; }

    /// <summary>What the dashboard shows to other nodes; null without a dashboard, and when nobody may see it.</summary>
    public INodePage? Page { get; set; }

    protected AkkaInstrumentationExtension Instrumentation => _instrumentation;

    /// <summary>The actor types of which ever more actors live, lately or for minutes.</summary>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    public IReadOnlyList<GrowingType> Growing(long now) =>
    [
        .. Minutes.Growing(now).Concat(Lately.Growing(now)).DistinctBy(type => type.ActorType).Select(type => type with
        {
            ParentType = type.Parent.LastIndexOf('/') > 0 && LivingActors.CellAt(_instrumentation.System, type.Parent) is { } parent
                ? ActorTypeNames.Get(parent.Props) : "",
        }),
    ];

    /// <summary>Keeps the present moment.</summary>
    /// <param name="now"><see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        Minutes.Sample(now);
        Lately.Sample(now);
        Pool.Sample(now);
    }
}

/// <summary>The way from the instrumentation of a system to its insight.</summary>
internal static class SystemInsightExtensions
{
    extension(AkkaInstrumentationExtension instrumentation)
    {
        public SystemInsight Insight => (SystemInsight)instrumentation.Observer;
    }
}
