using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumentation of one actor system: its settings and its actor types. Made by the first instrumented mailbox,
/// or at start when <c>akka.extensions</c> names <see cref="InstrumentationProvider"/>.
/// </summary>
public sealed class InstrumentationExtension : IExtension
{
    private readonly Capped<(string Name, string? Category), (string Name, string? Category), ActorTypeInfo> _actorTypes;
    private readonly ActorTypeNames _names;
    private readonly string _systemName;
    private readonly Pulse _pulse;

    internal InstrumentationExtension(ExtendedActorSystem system)
    {
        // ids such as akka.instrumentation.mailbox.unbounded become known to the system
        system.Settings.InjectTopLevelFallback(InstrumentationConfig.Reference);
        var options = system.Settings.Setup.Get<InstrumentationSetup>();
        Settings = SettingsReader.Read(
            options.HasValue ? options.Value.Options.WithFallback(system.Settings.Config) : system.Settings.Config);
        _systemName = system.Name;
        _pulse = new Pulse(Pulsed);
        Roots = new RootSampling(Settings, _pulse);
        _actorTypes = new(Settings.MetricsMaxActorTypes, key => key, key => (FoldedNames.Other, key.Category), Make);
        _names = new ActorTypeNames(system);
        Events = Settings.MetricsEnabled ? new EventCounts(system, _names) : null;
        ActorSystems.Add(this);
        system.WhenTerminated.ContinueWith(
            static (_, self) => ((InstrumentationExtension)self!).Stopped(),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    internal InstrumentationSettings Settings { get; }

    internal RootSampling Roots { get; }

    internal IEnumerable<ActorTypeInfo> ActorTypes => _actorTypes;

    /// <summary>Dead letters and log events; null when metrics are off.</summary>
    internal EventCounts? Events { get; }

    /// <summary>The instrumentation of <paramref name="system"/>.</summary>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    public static InstrumentationExtension For(ActorSystem system) =>
        system.WithExtension<InstrumentationExtension, InstrumentationProvider>();

    /// <summary>Whether this actor gets an instrumented mailbox. Asked once, when the mailbox is made.</summary>
    internal bool Instruments(IActorRef owner) =>
        Settings.RecordsAnything && (Settings.SystemActors || IsUserActor(owner.Path));

    // The guardians (/, /user, /system) count as system actors: nobody wrote them.
    private static bool IsUserActor(ActorPath path) => path.Elements is ["user", _, ..];

    /// <summary>Asked once for each actor.</summary>
    internal ActorTypeInfo ActorType(ActorCell cell) =>
        _actorTypes.For((ActorTypeNames.Of(cell.Props), Settings.SystemActors ? CategoryOf(cell.Self.Path) : null));

    /// <summary>An instrumented actor has stopped: dead letters to it will still tell its type.</summary>
    internal void ActorStopped(IActorRef actor, ActorTypeInfo type)
    {
        if (ObservableInstruments.DeadLetters.Enabled && Settings.MetricsEnabled)
        {
            _names.Stopped(actor, type.Name);
        }
    }

    private static string CategoryOf(ActorPath path) => IsUserActor(path) ? "user" : "system";

    private ActorTypeInfo Make((string Name, string? Category) key) =>
        new(_systemName, key.Name, new TimingRate(Settings.TimedPerSecond, _pulse), Settings.MetricsMaxMessageTypes, key.Category);

    private void Pulsed(long now)
    {
        Roots.Pulsed(now);
        foreach (var actor in _actorTypes)
        {
            actor.Timing.Pulsed();
        }
    }

    private void Stopped()
    {
        ActorSystems.Remove(this);
        Events?.Unsubscribe();
        _pulse.Stop();
    }
}
