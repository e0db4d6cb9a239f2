using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumentation of one actor system: its settings and its actor types. Made by the first instrumented mailbox,
/// or at start when <c>akka.extensions</c> names <see cref="InstrumentationProvider"/>.
/// </summary>
public sealed class InstrumentationExtension : IExtension
{
    private readonly ConcurrentDictionary<string, ActorTypeInfo> _actorTypes = new();
    private readonly ExtendedActorSystem _system;
    private readonly string _systemName;
    private readonly Pulse _pulse;

    internal InstrumentationExtension(ExtendedActorSystem system)
    {
        // ids such as akka.instrumentation.mailbox.unbounded become known to the system
        system.Settings.InjectTopLevelFallback(InstrumentationConfig.Reference);
        var options = system.Settings.Setup.Get<InstrumentationSetup>();
        Settings = SettingsReader.Read(system.Settings.Config, options.HasValue ? options.Value : null);
        _system = system;
        _systemName = system.Name;
        _pulse = new Pulse(Pulsed);
        Roots = new RootSampling(Settings, _pulse);
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

    internal IEnumerable<ActorTypeInfo> ActorTypes => _actorTypes.Values;

    /// <summary>The instrumentation of <paramref name="system"/>.</summary>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
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
        return new Explainer(_system, Settings).Explain(actorPath, messageType);
    }

    /// <summary>The same with the type by name, as it is shown in spans, or with its namespace.</summary>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <param name="messageType">Name of a loaded type: <c>PlaceOrder</c>, <c>Outer.Inner</c>, <c>Shop.PlaceOrder</c>.</param>
    /// <returns>The values, who decided them, and of each rule whether it matches.</returns>
    /// <exception cref="ArgumentException">No loaded type or several types have the name, or the path is none.</exception>
    public Explanation Explain(string actorPath, string messageType) => Explain(actorPath, LoadedTypes.Named(messageType));

    /// <summary>Whether this actor gets an instrumented mailbox. Asked once, when the mailbox is made.</summary>
    internal bool Instruments(IActorRef owner) =>
        Settings.RecordsAnything && (Settings.SystemActors || IsUserActor(owner.Path));

    // The guardians (/, /user, /system) count as system actors: nobody wrote them.
    private static bool IsUserActor(ActorPath path) => path.Elements is ["user", _, ..];

    /// <summary>Asked once for each actor. A router is called by the kind of router it is: its own type is nobody's.</summary>
    internal ActorTypeInfo ActorType(Props props) =>
        _actorTypes.GetOrAdd(
            TypeNames.Of(props.RouterConfig is null or NoRouter ? props.Type : props.RouterConfig.GetType()),
            static (name, self) => new ActorTypeInfo(self._systemName, name, new TimingRate(self.Settings.TimedPerSecond, self._pulse)),
            this);

    private void Pulsed(long now)
    {
        Roots.Pulsed(now);
        foreach (var actor in _actorTypes)
        {
            actor.Value.Timing.Pulsed();
        }
    }

    private void Stopped()
    {
        ActorSystems.Remove(this);
        _pulse.Stop();
    }
}
