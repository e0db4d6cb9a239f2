using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumentation of one actor system: its settings and its actor types. It is created by the first instrumented mailbox, by the first actor on
/// an instrumented dispatcher, or at the start of the system if <c>akka.extensions</c> names <see cref="AkkaInstrumentationProvider"/>.
/// </summary>
public sealed partial class AkkaInstrumentationExtension : IExtension
{
    private const string MoreThanDefault =
        $"More than 1,000 new traces began in a second. By default a fair sample of them is recorded then; "
        + $"{AkkaMetricNames.InstrumentationSpanSuppressed} counts the others. "
        + $"{InstrumentationSettings.Root}.tracing.sampling.ratio = 1 records every trace, a smaller ratio or a budget fewer. This is logged once.";

    private readonly ExtendedActorSystem _system;
    private readonly RateAdaptation _adaptation;
    private readonly IDispatcherSections _dispatchers;
    private long _endedAt;
    private int _hasReportedRefusal;

    internal AkkaInstrumentationExtension(ExtendedActorSystem system)
    {
        var application = ConfigurationReading.Reader.EnsureReference(system.Settings);
        var given = system.Settings.Setup.Get<InstrumentationSetup>();
        var setup = given.HasValue ? given.Value : new InstrumentationSetup(Config.Empty);
        _control = new AkkaInstrumentationControl(this, system, setup, application);
        _settings = _control.Start();
        _dispatchers = ConfigurationReading.Reader.Start(system, Settings.Dispatchers);
        _system = system;
        SchedulerStart = new SchedulerStart(system, Settings.TracingEnabled);
        Listeners.Publish();
        _adaptation = new RateAdaptation(Adapt);
        _roots = RootsOf(_settings);
        _spans = SpansOf(Settings);
        Metrics = new SystemMetrics(SystemTags.Next(system.Name), Settings.MetricsMaxActorTypes,
            Settings.MetricsMaxMessageTypes, Rate, RunRate, Settings.TracingSpanName)
        {
            Suppressed = () => Roots.SuppressedRoots,
        };
        Observer = SystemObservers.Create(this);
        Metrics.RareEvents = Observer;
        Retroactive = Observer.Retroactive;
        Apply(Settings);
        Follow();

        // No user's code may run between these calls, so that everything that is added is removed when the system ends.
        ActorSystems.Add(Metrics);

        // The first caller may be in a span, and nothing may keep that span alive until the system ends.
        using var flow = ExecutionFlow.Suppress();
        system.WhenTerminated.ContinueWith(
            static (_, self) => ((AkkaInstrumentationExtension)self!).Stop(),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    internal ExtendedActorSystem System => _system;

    internal InstrumentationSettings Settings => _settings;

    internal SystemMetrics Metrics { get; }

    /// <summary>The common parts of all spans of this system.</summary>
    internal SpanTemplate Spans => _spans;

    internal RootSampling Roots => _roots;

    /// <summary>The sampling of new traces while spans are collected and tracing is on; otherwise null. Sender's thread.</summary>
    internal RootSampling? RootsIfTracing
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() ? _rootsIfTracing : null;
    }

    internal RetroactiveSpans Retroactive { get; }

    internal string SystemName => Tags.Name;

    /// <summary>The attributes that all metrics of this system have.</summary>
    internal SystemTags Tags => Metrics.Tags;

    /// <summary>When the system ended, in ticks of the stopwatch; 0 while it runs. Any thread.</summary>
    internal long EndedAt => Interlocked.Read(ref _endedAt);

    /// <summary>The observer of the measurements: health, diagnosis, warnings.</summary>
    internal ISystemObserver Observer { get; }


    /// <summary>Starts the system's scheduler once spans are collected.</summary>
    internal SchedulerStart SchedulerStart { get; }

    /// <summary>
    /// The instrumentation of <paramref name="system"/>. The first call creates it, if the system has not done so at its start. Any thread.
    /// </summary>
    /// <param name="system">The actor system.</param>
    /// <returns>The instrumentation, the same for each call.</returns>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    // Akka creates the provider by reflection, which a trimmer cannot see.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(AkkaInstrumentationProvider))]
    public static AkkaInstrumentationExtension For(ActorSystem system) =>
        system.WithExtension<AkkaInstrumentationExtension, AkkaInstrumentationProvider>();

    /// <summary>Whether there was anything to record, at the start or later.</summary>
    internal bool RecordsAnything => _instruments;

    /// <summary>Whether this actor gets an instrumented mailbox. Called once, when the mailbox is made.</summary>
    internal bool Instruments(IActorRef owner)
    {
        _dispatchers.Follow();
        return _instruments && (Settings.SystemActors || RulesFor(owner, PropsOf(owner)).Kind != AkkaActorKind.System);
    }

    /// <summary>Whether persistent actors send their requests to this actor. Called once, when the mailbox is made.</summary>
    internal static bool TakesWrites(IActorRef owner) => PropsOf(owner) is { } props && PersistenceTypes.IsJournal(ActorTypeNames.ShownType(props));

    /// <summary>The rules for an actor. Called once for each actor.</summary>
    internal ActorRules RulesFor(ActorCell cell) => RulesFor(cell.Self, cell.Props);

    /// <summary>Called once for each actor.</summary>
    internal ActorTypeInfo ActorType(ActorCell cell, ActorRules rules) =>
        Metrics.ActorType(
            rules.ActorName ?? (rules.RunsStreams ? StreamName(cell) : null) ?? ActorTypeNames.Get(cell.Props), FindCategory(rules.Kind));

    /// <summary>
    /// Called once for each mailbox, even while metrics are off, because they may be switched on. A user's own dispatcher may have no id.
    /// </summary>
    internal DispatcherMeter Dispatcher(MessageDispatcher dispatcher) => Metrics.Dispatcher(dispatcher.Id ?? TypeNames.Get(dispatcher.GetType()));

    /// <summary>Called when a dispatcher that is not instrumented runs an instrumented mailbox. Reports it once for each dispatcher.</summary>
    /// <param name="dispatcher">The dispatcher.</param>
    /// <param name="actor">The rules for an actor on it; null when they are not known.</param>
    internal void RunsOn(MessageDispatcher dispatcher, ActorRules? actor) => Observer.RunsOnForeign(dispatcher, actor?.Kind ?? AkkaActorKind.User);

    /// <summary>Called when an actor starts on an instrumented dispatcher with a mailbox that is not instrumented.</summary>
    internal void StartsUninstrumented(ActorCell actor)
    {
        if (_instruments && RulesFor(actor).Kind == AkkaActorKind.User)
        {
            Observer.StartsUninstrumented(actor);
        }
    }

    /// <summary>Whether a sampler that was set in code has refused a root. The probability with which it accepts other roots is then
    /// unknown.</summary>
    internal bool HasSamplerInCode => Volatile.Read(ref _hasReportedRefusal) != 0;

    /// <summary>
    /// A sampler that was set in code, and cannot be read, has refused a root after its activity was made. Running thread.
    /// </summary>
    internal void SdkRefusedRoot()
    {
        if (Interlocked.Exchange(ref _hasReportedRefusal, 1) == 0)
        {
            _system.Log.Info(
                "The sampler of the OpenTelemetry SDK refuses new traces after their activity was made, which costs about 900 ns and 700 bytes each. "
                + "A ratio in {0} and {1}, or in {2}.tracing.sampling.ratio, decides before there is one. This is logged once.",
                [SdkSampler.Variable, SdkSampler.RatioVariable, InstrumentationSettings.Root]);
        }
    }

    /// <summary>
    /// The actor system has ended, or its start has failed. No longer-lived object may keep it alive. Any thread, called once or twice.
    /// </summary>
    internal void Stop()
    {
        if (Interlocked.CompareExchange(ref _endedAt, Stopwatch.GetTimestamp(), 0) != 0)
        {
            return;
        }

        Try(static it => it._control.Stop());
        Try(static it => it._adaptation.Stop());
        Try(static it => it.Observer.Stop());
        Try(static it => it.SchedulerStart.Stop());

        // The system's counters do not change any more.
        Try(static it => ActorSystems.End(it.Metrics));

        // Code of others may throw; the next step is executed all the same.
        void Try(Action<AkkaInstrumentationExtension> step) => TelemetryFault.Guard(TelemetryFault.Listener, this, step);
    }

    // Sources of settings are the user's code.
    private void Follow()
    {
        try
        {
            _control.Follow();
        }
        catch
        {
            Stop();
            throw;
        }
    }

    // The cell of a top-level actor may not exist yet, but its reference knows the props. The props of a child are not known before its cell.
    internal static Props? PropsOf(IActorRef actor) => actor is ActorRefWithCell { Underlying.Props: { } props } ? props : null;

    private ActorRules RulesFor(IActorRef actor, Props? props) => Settings.Rules.For(
        actor.Path.ToStringWithoutAddress(), props is null ? null : ActorTypeNames.ShownType(props), props is null
            ? null : PropsRuleEffect.Find(props));

    private string? StreamName(ActorCell cell) => Observer.OwnerOf(cell) is { } owner ? TypeNames.Shortened($"{owner} stream") : null;

    /// <summary>The category in the metrics. If the system's actors are not instrumented, the application's own actors need no category.</summary>
    internal string? FindCategory(AkkaActorKind kind) => kind == AkkaActorKind.User && !Settings.SystemActors ? null : RuleKeys.Word(kind);

    private SpanTemplate SpansOf(InstrumentationSettings settings) => new(
        _system.Name,
        _nodeAddress,
        settings.TracingMessagingAttributes,
        settings.Details,
        settings.TracingLocalSpanKind == AkkaLocalSpanKind.Consumer ? ActivityKind.Consumer : ActivityKind.Internal,
        _control.Sampler);

    private RootSampling RootsOf(InstrumentationSettings settings, RootSampling? before = null) => new(
        settings.SampledShare,
        settings.TracingSamplingBudget,
        settings.TracingRetroactiveSlowWait != Timeout.InfiniteTimeSpan,
        _adaptation,
        before,
        settings.NewTraces,
        settings.TracingMaxSpansPerTrace);

    private TimingRate Rate() => new(Settings.TimedPerSecond, _adaptation);

    private TimingRate RunRate() => new(Settings.TimedRunsPerSecond, _adaptation);

    private void Adapt()
    {
        if (Roots.HasReachedDefault)
        {
            Observer.Warn(MoreThanDefault);
        }

        Metrics.Limit(Settings.TimedPerSecond, Settings.TimedRunsPerSecond);
        Metrics.Adapt();
        PendingMeasurements.RecordUnlessBusy();
    }
}

/// <summary>
/// Loads the instrumentation at the start of an actor system, if HOCON names it:
/// <c>akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]</c>.
/// It adds the mailbox and dispatcher ids of <c>akka.instrumentation</c> to the system, and checks the settings.
/// </summary>
internal sealed class AkkaInstrumentationProvider : ExtensionIdProvider<AkkaInstrumentationExtension>
{
    /// <inheritdoc />
    public override AkkaInstrumentationExtension CreateExtension(ExtendedActorSystem system) => new(system);
}
