using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>The data that is kept about one actor system so that its health and diagnosis can be read. Any thread.</summary>
internal abstract class SystemInsight
{
    private readonly AkkaInstrumentationExtension _instrumentation;
    private readonly FailureTextCache _texts = new();
    private readonly HashSet<string> _incidentDirectories = [];

    protected SystemInsight(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        ActorNames = new(instrumentation.System);
        Retroactive = new LimitedRetroactiveSpans(instrumentation);
        Flows = new(instrumentation.Tags);
        FlowHistory = new(
            Flows,
            () => instrumentation.Metrics.ActorTypes.SelectMany(type => type.Messages).SelectMany(message => message.BusyTimes));
        Minutes = new(instrumentation.Metrics);
        Lately = new(instrumentation.Metrics, TimeSpan.FromSeconds(20), least: 200);
        Looks = new(instrumentation);
        UnmatchedRules = new(instrumentation);
        Warnings = new(instrumentation.System);
        Uninstrumented = new(instrumentation.System, Warnings);
        CutTraces = new(instrumentation, Warnings);
        Breakers = new(instrumentation.Tags);
        Streams = new(instrumentation.Tags);
        States = new(instrumentation, actor => Timers?.PendingOf(actor));
        Stacks = new(instrumentation);
        ShownActors.Register(instrumentation.System);
        Kept = new(instrumentation) { Nodes = () => Nodes };
        if (instrumentation.System.Scheduler is InstrumentedScheduler scheduler)
        {
            scheduler.Watch = Timers = new(instrumentation, scheduler);
        }

        InsightInstruments.Publish();
    }

    /// <summary>The instrumented actor systems of this process that have not ended. A system that is being created is included when it is
    /// complete.</summary>
    public static IEnumerable<AkkaInstrumentationExtension> InProcess => ActorSystems.Now.Live
        .Select(metrics => metrics.Insight?.Instrumentation).OfType<AkkaInstrumentationExtension>().Where(system => system.EndedAt == 0);

    /// <summary>The mailboxes that grow and the handlers that block at present.</summary>
    public abstract WatchFindings Watched { get; }

    /// <inheritdoc cref="ISystemObserver.Retroactive"/>
    public RetroactiveSpans Retroactive { get; }

    /// <summary>The types of the actors behind references.</summary>
    public ActorNames ActorNames { get; }

    /// <summary>Dead letters, unhandled messages, failures as messages, and log events; null while metrics have always been off.</summary>
    public EventCounts? Events { get; private set; }

    /// <summary>The flows: who sends what to whom.</summary>
    public TypeFlows Flows { get; }

    /// <summary>The flows of the last hour, if samples are taken.</summary>
    public FlowHistory FlowHistory { get; }

    /// <summary>The counts at each of the last minutes.</summary>
    public MinuteHistory Minutes { get; }

    /// <summary>The same at shorter intervals, for values that change fast.</summary>
    public MinuteHistory Lately { get; }

    /// <summary>Detects whether the process was suspended.</summary>
    public OwnClock Clock { get; } = new(static () => BackgroundThread.LateTicks);

    /// <summary>Measures how long work waits for a thread of the pool.</summary>
    public PoolProbe Pool { get; } = new();

    /// <summary>The latest restarts of actors.</summary>
    public RecentEvents<ActorRestart> Restarts { get; } = new();

    /// <summary>The latest failures of handlers, and of actors that started.</summary>
    public RecentEvents<ActorFailure> Failures { get; } = new(static failure => failure.Trace != default);

    /// <summary>The latest messages that reached no actor or were not handled, while metrics are on.</summary>
    public RecentEvents<MessageLoss> Losses { get; } = new();

    /// <summary>Seconds in which mailboxes waited long for a thread of their dispatcher.</summary>
    public RecentEvents<StarvedSecond> StarvedSeconds { get; } = new();

    /// <summary>Whether Asks are measured or traced now, so that one that times out is known.</summary>
    public Func<bool> SeesAsks { get; set; } = static () => false;

    /// <summary>The latest Asks that timed out, if Asks are measured and collected. Threads of the pool write it.</summary>
    public RecentEvents<AskTimeout> TimedOutAsks { get; } = new();

    /// <summary>Failures with which actors have answered measured Asks of other actors. Threads that answer write it.</summary>
    public RecentEvents<ActorFailure> AnsweredFailures { get; } = new();

    /// <summary>The latest handlers that have blocked their thread and have returned. The background thread writes it.</summary>
    public RecentEvents<EndedBlock> EndedBlocks { get; } = new();

    /// <summary>The nodes that the cluster lost, with the package for clusters.</summary>
    public RecentEvents<NodeLoss> NodeLosses { get; } = new();

    /// <summary>Messages between nodes that could not be written or read, with the package for Akka.Remote, while metrics are on.</summary>
    public RecentEvents<UnreadableMessage> Unreadable { get; } = new();

    /// <summary>Handlers that blocked a thread.</summary>
    public BlockedCounts Blocked { get; } = new();

    /// <summary>The circuit breakers that the application has named.</summary>
    public CircuitBreakers Breakers { get; }

    /// <summary>The named stages of streams.</summary>
    public StreamStages Streams { get; }

    /// <summary>Asks actors for their state.</summary>
    public StateReader States { get; }

    /// <summary>Where handlers hang that block their thread.</summary>
    public StackLooks Stacks { get; }

    /// <summary>The scheduled messages; null with a scheduler that is not instrumented.</summary>
    public SchedulerWatch? Timers { get; }

    /// <summary>Observes what actors in trouble do.</summary>
    public TroubleLooks Looks { get; }

    public UnmatchedRules UnmatchedRules { get; }

    /// <summary>Warns about probable mistakes in the system's setup.</summary>
    public SetupWarnings Warnings { get; }

    /// <summary>Dispatchers and mailbox types of the application's own that are not instrumented.</summary>
    public UninstrumentedActors Uninstrumented { get; }

    /// <summary>Keeps unsampled traces, and knows the latest.</summary>
    public TraceKeeper Kept { get; }

    /// <summary>Messages for which their trace had no place.</summary>
    public CutTraces CutTraces { get; }

    /// <summary>Sees actors start and stop; null for none. It is set at the system's start: actors that started before are not shown to it.</summary>
    public IActorLifecycle? Lifecycle { get; set; }

    /// <summary>The nodes of the system's cluster; null without the package for clusters.</summary>
    public IClusterNodes? Nodes { get; set; }

    /// <summary>The messages that shard regions keep; null without the package for clusters.</summary>
    public IShardBuffers? Buffers { get; set; }

    /// <summary>The messages between this node and others; null without the package for Akka.Remote.</summary>
    public INodeTraffic? Traffic { get; set; }

    /// <summary>The data that the dashboard shows to other nodes; null without a dashboard, and when no user may see it.</summary>
    public INodePage? Page { get; set; }

    /// <summary>The system's instrumentation.</summary>
    public AkkaInstrumentationExtension Instrumentation => _instrumentation;

    /// <summary>The actor types whose number of living actors keeps growing, lately or for minutes.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public IReadOnlyList<GrowingType> Growing(long now) =>
    [
        .. Minutes.Growing(now).Concat(Lately.Growing(now)).DistinctBy(type => type.ActorType).Select(type => type with
        {
            ParentType = type.Parent.LastIndexOf('/') > 0 && LivingActors.CellAt(_instrumentation.System, type.Parent) is { } parent
                ? ActorTypeNames.Get(parent.Props) : "",
        }),
    ];

    /// <inheritdoc cref="IRareEvents.Restarted"/>
    public void Restarted(ObservedMailbox actor, ActorTypeInfo type)
    {
        Restarts.Add(new(actor.Path, type.Name), Stopwatch.GetTimestamp());
        Lifecycle?.Restarts(actor.Self);
    }

    /// <inheritdoc cref="ISystemObserver.Started"/>
    public void Started(ActorCell actor) => Lifecycle?.Started(actor);

    /// <summary>The actor has stopped. Dead letters to it still show its type.</summary>
    /// <param name="actor">The actor.</param>
    /// <param name="type">Its type.</param>
    public void Stopped(IActorRef actor, ActorTypeInfo type)
    {
        Lifecycle?.Stopped(actor);
        if (EventInstruments.DeadLetters.Enabled && _instrumentation.Settings.MetricsEnabled)
        {
            ActorNames.Stopped(actor, type.Name);
        }
    }

    /// <inheritdoc cref="ISystemObserver.OwnerOf"/>
    public string? OwnerOf(ActorCell stream) => ActorNames.OwnerOf(stream);

    /// <summary>
    /// A measured message has been sent. Notes who asks, if the message is a question. Such a note costs microseconds, most of them in later garbage
    /// collections, so only some Asks of a busy actor have one.
    /// </summary>
    /// <param name="sender">The message's sender.</param>
    /// <param name="receiver">Its receiver.</param>
    /// <param name="message">The message.</param>
    public void SentTimed(IActorRef? sender, IActorRef receiver, object message) => ActorNames.NoteAsker(sender, receiver, message);

    /// <inheritdoc cref="ISystemObserver.LogQueueFor"/>
    public IMessageQueue? LogQueueFor(IActorRef owner, Settings settings, bool isLogger) =>
        LogMessageQueue.For(_instrumentation, owner, settings, isLogger);

    /// <inheritdoc cref="ISystemObserver.FlowOf"/>
    public MessageFlow? FlowOf(IActorRef? sender, MessageTypeInfo message, bool isScheduled)
    {
        if (!InsightInstruments.WantFlow || _instrumentation.Settings is not { MetricsFlow: true, MetricsEnabled: true })
        {
            return null;
        }

        var type = ActorNames.OfSender(sender, isScheduled);
        return Flows.Of(type, type == FoldedNames.Remote ? sender!.Path.Address.ToString() : null, message);
    }

    /// <inheritdoc cref="ISystemObserver.Told"/>
    public void Told(in SeenFailure failure, IActorRef? sender, bool isCounted)
    {
        var asked = ActorNames.WhoFailed(failure.Mailbox.Self, sender, failure.Cause);
        if (isCounted)
        {
            Events?.ErrorReplies.CountErrorReply(failure.Type.Name, asked, failure.Count.ErrorType);
        }

        Failed(failure with { Asked = asked });
    }

    /// <inheritdoc cref="IRareEvents.Failed"/>
    public void Failed(in SeenFailure failure)
    {
        var text = failure.Cause is { } cause && _instrumentation.Settings.FailureTexts
            ? _texts.Read(failure.Count, cause, failure.Cell?.Props.Type, failure.At) : FailureText.None;
        Failures.Add(
            new(failure.Mailbox.Path, failure.Type.Name, failure.Count.ErrorType, failure.Message, failure.Trace)
            {
                Store = failure.Store,
                Asked = failure.Asked,
                Parent = failure.Cell is { Parent: { } parent } ? ActorNames.Get(parent) : "",
                Text = text.Message,
                Frame = text.Frame,
            },
            failure.At);
    }

    /// <summary>A message reached nobody, or was not handled. Called while metrics are on.</summary>
    public void Lost(in SeenLoss loss) =>
        Losses.Add(LossDetails.Of(loss, _instrumentation.System, ActorNames), Stopwatch.GetTimestamp());

    /// <inheritdoc cref="IRareEvents.WatchWaits"/>
    public WaitWatch WatchWaits(string dispatcher) =>
        new StarvedSeconds(dispatcher, (id, at) => StarvedSeconds.Add(new(id), at)).Add;

    /// <inheritdoc cref="ISystemObserver.Warn"/>
    public void Warn(string warning) => Warnings.Report(warning);

    /// <inheritdoc cref="ISystemObserver.RunsOnForeign"/>
    public void RunsOnForeign(MessageDispatcher dispatcher, AkkaActorKind actor) => Uninstrumented.Report(dispatcher, actor);

    /// <inheritdoc cref="ISystemObserver.StartsUninstrumented"/>
    public void StartsUninstrumented(ActorCell actor) => Uninstrumented.Report(actor);

    /// <inheritdoc cref="ISystemObserver.TraceIsFull"/>
    public void TraceIsFull(ObservedMailbox mailbox, MessageTypeInfo message, ActivityTraceId trace, long now) =>
        CutTraces.Report(mailbox, message, trace, now);

    /// <summary>Applies settings of metrics. Counts the events of the system's event stream once metrics are on, until the system ends.</summary>
    /// <param name="settings">The settings.</param>
    protected void Measure(InstrumentationSettings settings)
    {
        _instrumentation.Metrics.Filter =
            settings.MetricsExcludedAttributes.Count == 0 ? null : new ExcludedAttributes(settings.MetricsExcludedAttributes);
        if (settings.TracingMessagingAttributes)
        {
            MessagingTotals.Publish();
        }

        if (settings.MetricsEnabled)
        {
            Events ??= new EventCounts(_instrumentation.System, _instrumentation.Metrics, ActorNames, loss => Lost(loss));
        }
    }

    /// <inheritdoc cref="ISystemObserver.Record"/>
    public UnsampledMessage? Record(UnsampledMessage? before, ActorPath actor) => Kept.Record(before, actor);

    /// <summary>Messages to some actors are followed from now on. It warns if there are none.</summary>
    /// <param name="pattern">The path or pattern of the actors.</param>
    public void Follows(string pattern)
    {
        if (LivingActors.NearestIfNone(_instrumentation.System, pattern) is { } nearest)
        {
            Warnings.Report(
                $"The full trace of {pattern} is about no actor that lives now"
                + $"{(nearest.Length > 0 ? $", the nearest path of one is {nearest}" : "")}. "
                + "It is in force for actors that start there before it ends.");
        }
    }

    /// <summary>Whether checks of health have asked for incidents. Any thread.</summary>
    internal bool WritesIncidents
    {
        get
        {
            lock (_incidentDirectories)
            {
                return _incidentDirectories.Count > 0;
            }
        }
    }

    /// <summary>Notes a directory to which incidents are written. Returns false if they are. Any thread.</summary>
    public bool TryAddIncidentDirectory(string directory)
    {
        lock (_incidentDirectories)
        {
            return _incidentDirectories.Add(directory);
        }
    }

    /// <summary>Takes a sample.</summary>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Sample(long now)
    {
        Minutes.Sample(now);
        Lately.Sample(now);
        Pool.Sample(now);
    }
}

/// <summary>Finds the insight of a system from its instrumentation.</summary>
internal static class SystemInsightExtensions
{
    extension(AkkaInstrumentationExtension instrumentation)
    {
        public SystemInsight Insight => (SystemInsight)instrumentation.Observer;

        public ActorNames ActorNames => instrumentation.Insight.ActorNames;

        public SetupWarnings Warnings => instrumentation.Insight.Warnings;

        public RecentEvents<ActorRestart> Restarts => instrumentation.Insight.Restarts;

        public RecentEvents<ActorFailure> Failures => instrumentation.Insight.Failures;

        public RecentEvents<MessageLoss> Losses => instrumentation.Insight.Losses;
    }

    extension(SystemMetrics metrics)
    {
        /// <summary>Null for metrics without an actor system, and while the system starts.</summary>
        public SystemInsight? Insight => metrics.RareEvents as SystemInsight;
    }
}
