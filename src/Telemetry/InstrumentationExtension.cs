using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumentation of one actor system: its settings and its actor types. Made by the first instrumented mailbox,
/// or at start when <c>akka.extensions</c> names <see cref="InstrumentationProvider"/>.
/// </summary>
public sealed partial class InstrumentationExtension : IExtension
{
    private readonly ExtendedActorSystem _system;
    private readonly Capped<(string Name, string? Category), (string Name, string? Category), ActorTypeInfo> _actorTypes;
    private readonly ActorTypeNames _names;
    private readonly ConcurrentDictionary<string, DispatcherMeter> _dispatchers = new();
    private readonly Pulse _pulse;
    private readonly UninstrumentedDispatchers _uninstrumented;
    private SystemWatch? _watch;
    private int _stopped;

    internal InstrumentationExtension(ExtendedActorSystem system)
    {
        var application = ReferenceInSystem.Ensure(system.Settings);
        var given = system.Settings.Setup.Get<InstrumentationSetup>();
        var setup = given.HasValue ? given.Value : new InstrumentationSetup(Config.Empty);
        _control = new InstrumentationControl(this, system, setup, application);
        _settings = _control.Start();
        StartChecks.Run(system.Settings);
        _instruments = _settings.RecordsAnything;
        _system = system;
        DispatcherSections.Register(system, Settings.Dispatchers);
        _uninstrumented = new UninstrumentedDispatchers(system);
        Tags = SystemTags.Next(system.Name);
        AkkaTelemetry.Publish();
        _pulse = new Pulse(Pulsed);
        _roots = new RootSampling(Settings, _pulse);
        _rootsIfTracing = Settings.TracingEnabled ? _roots : null;
        AfterTheFact = new AfterTheFact(Settings);
        _actorTypes = new(Settings.MetricsMaxActorTypes, key => key, key => (FoldedNames.Other, key.Category), Make);
        _names = new ActorTypeNames(system);
        Events = Settings.MetricsEnabled ? new EventCounts(system, Tags, _names) : null;
        Reports = new WatchReports(system, () => Settings, _names);
        _watch = SystemWatch.Start(this, Reports);
        ActorSystems.Add(this);
        Warnings = new SetupWarnings(system);
        Warnings.SayLater([.. MisspeltRoots.In(application), .. SetBackDefaults.In(system.Settings)]);
        UnmatchedRules = new UnmatchedRules(this);
        _control.Follow();
        system.WhenTerminated.ContinueWith(
            static (_, self) => ((InstrumentationExtension)self!).Stop(),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    internal InstrumentationSettings Settings => _settings;

    internal RootSampling Roots => _roots;

    /// <summary>Null when tracing is off.</summary>
    internal RootSampling? RootsIfTracing => _rootsIfTracing;

    internal AfterTheFact AfterTheFact { get; }

    /// <summary>The traces of roots that are not sampled.</summary>
    internal UnsampledRoots UnsampledRoots { get; } = new();

    /// <summary>For tests that count what a message costs, and must not have the sampling adapt meanwhile.</summary>
    internal Pulse Pulse => _pulse;

    internal string SystemName => Tags.Name;

    /// <summary>The attributes that all metrics of this system have.</summary>
    internal SystemTags Tags { get; }

    /// <summary>What tracing and timing messages costs.</summary>
    internal SelfCost Cost { get; } = new();

    /// <summary>The dispatchers that have run instrumented mailboxes while somebody listened.</summary>
    internal IEnumerable<DispatcherMeter> Dispatchers => _dispatchers.Select(dispatcher => dispatcher.Value);

    internal IEnumerable<ActorTypeInfo> ActorTypes => _actorTypes;

    /// <summary>Dead letters and log events; null when metrics have always been off.</summary>
    internal EventCounts? Events { get; private set; }

    /// <summary>What the watchers tell.</summary>
    internal WatchReports Reports { get; }

    /// <summary>Tells what is probably not meant in how the system is set up.</summary>
    internal SetupWarnings Warnings { get; }

    internal UnmatchedRules UnmatchedRules { get; }

    /// <summary>The instrumentation of <paramref name="system"/>.</summary>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    // Akka makes the provider by reflection, which a trimmer does not see.
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor, typeof(InstrumentationProvider))]
    public static InstrumentationExtension For(ActorSystem system) =>
        system.WithExtension<InstrumentationExtension, InstrumentationProvider>();

    /// <summary>
    /// Tells how messages of a type are treated at an actor, and which rule, attribute or setting said so. Any thread; looks the
    /// actor up, so it is for people and tests.
    /// </summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address. Rules about actor types need an actor that lives.</param>
    /// <param name="messageType">The message's type.</param>
    /// <returns>The values, who decided them, and of each rule whether it matches.</returns>
    /// <exception cref="ArgumentException"><paramref name="actorPath"/> is no path.</exception>
    public Explanation Explain(string actorPath, Type messageType)
    {
        ArgumentNullException.ThrowIfNull(messageType);
        return new Explainer(_system, this).Explain(actorPath, messageType);
    }

    /// <summary>The same with the type by name, as it is shown in spans, or with its namespace.</summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <param name="messageType">Name of a loaded type: <c>PlaceOrder</c>, <c>Outer.Inner</c>, <c>Shop.PlaceOrder</c>.</param>
    /// <returns>The values, who decided them, and of each rule whether it matches.</returns>
    /// <exception cref="ArgumentException">No loaded type or several types have the name, or the path is none.</exception>
    [RequiresUnreferencedCode(LoadedTypes.Trimmed)]
    public Explanation Explain(string actorPath, string messageType) => Explain(actorPath, LoadedTypes.Named(messageType));

    /// <summary>Whether this actor gets an instrumented mailbox. Asked once, when the mailbox is made.</summary>
    internal bool Instruments(IActorRef owner) =>
        _instruments && (Settings.SystemActors || IsUserActor(owner.Path));

    /// <summary>What the rules say about an actor. Asked once for each.</summary>
    internal ActorRules RulesFor(ActorCell cell) =>
        Settings.Rules.For(cell.Self.Path.ToStringWithoutAddress(), ActorTypeNames.ShownType(cell.Props), PropsTreatment.Of(cell.Props));

    /// <summary>Asked once for each actor.</summary>
    internal ActorTypeInfo ActorType(ActorCell cell, string? name) =>
        _actorTypes.For((name ?? ActorTypeNames.Of(cell.Props), Settings.SystemActors ? CategoryOf(cell.Self.Path) : null));

    /// <summary>An instrumented actor has stopped: dead letters to it will still tell its type.</summary>
    internal void ActorStopped(IActorRef actor, ActorTypeInfo type)
    {
        if (ObservableInstruments.DeadLetters.Enabled && Settings.MetricsEnabled)
        {
            _names.Stopped(actor, type.Name);
        }
    }

    /// <summary>Asked once for each mailbox, also while metrics are off: they may be switched on. A dispatcher that somebody wrote may have no id.</summary>
    internal DispatcherMeter Dispatcher(MessageDispatcher dispatcher) => _dispatchers.GetOrAdd(
        dispatcher.Id ?? TypeNames.Of(dispatcher.GetType()), static (id, self) => new DispatcherMeter(self.Tags, id, self.Rate()), this);

    /// <summary>An instrumented mailbox is run by a dispatcher that is not: said once for each dispatcher.</summary>
    internal void RunsOn(MessageDispatcher dispatcher) => _uninstrumented.Warn(dispatcher);

    /// <summary>Whether a dispatcher has been met that is not ours.</summary>
    internal bool KnowsAsForeign(MessageDispatcher dispatcher) => _uninstrumented.Knows(dispatcher);

    /// <summary>The actor system has ended, or will not start: nothing that outlives it may keep it. Any thread, once or twice.</summary>
    internal void Stop()
    {
        if (Interlocked.Exchange(ref _stopped, 1) != 0)
        {
            return;
        }

        try
        {
            Events?.Unsubscribe();
            _control.Stop();
            _pulse.Stop();
            _watch?.Stop();
            UnmatchedRules.Dispose();
            foreach (var dispatcher in Dispatchers)
            {
                dispatcher.End();
            }
        }
        finally
        {
            // its counters have been written for the last time
            CollectionCycle.End(this);
        }
    }

    // The guardians (/, /user, /system) count as system actors: nobody wrote them.
    private static bool IsUserActor(ActorPath path) => path.Elements is ["user", _, ..];

    private static string CategoryOf(ActorPath path) => IsUserActor(path) ? "user" : "system";

    private ActorTypeInfo Make((string Name, string? Category) key) =>
        new(Tags, key.Name, Rate(), Settings.MetricsMaxMessageTypes, key.Category);

    private TimingRate Rate() => new(Settings.TimedPerSecond, _pulse);

    private void Pulsed(long now)
    {
        Roots.Pulsed(now);
        var timed = Settings.TimedPerSecond;
        foreach (var actor in _actorTypes)
        {
            actor.Timing.Limit(timed);
            actor.Timing.Pulsed();
        }

        foreach (var dispatcher in Dispatchers)
        {
            dispatcher.Timing.Limit(timed);
            dispatcher.Timing.Pulsed();
        }
    }
}
