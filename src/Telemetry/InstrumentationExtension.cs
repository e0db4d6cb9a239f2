using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumentation of one actor system: its settings and its actor types. Made by the first instrumented mailbox,
/// or at start when <c>akka.extensions</c> names <see cref="InstrumentationProvider"/>.
/// </summary>
public sealed class InstrumentationExtension : IExtension
{
    private readonly ConcurrentDictionary<string, ActorTypeInfo> _actorTypes = new();
    private readonly string _systemName;
    private readonly UninstrumentedDispatchers _uninstrumented;

    internal InstrumentationExtension(ExtendedActorSystem system)
    {
        // ids such as akka.instrumentation.mailbox.unbounded become known to the system
        system.Settings.InjectTopLevelFallback(InstrumentationConfig.Reference);
        var options = system.Settings.Setup.Get<InstrumentationSetup>();
        Settings = SettingsReader.Read(
            options.HasValue ? options.Value.Options.WithFallback(system.Settings.Config) : system.Settings.Config);
        DispatcherSections.Register(system, Settings.Dispatchers);
        _uninstrumented = new UninstrumentedDispatchers(system);
        _systemName = system.Name;
        ActorSystems.Add(this);
        system.WhenTerminated.ContinueWith(
            static (_, self) => ActorSystems.Remove((InstrumentationExtension)self!),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    internal InstrumentationSettings Settings { get; }

    internal IEnumerable<ActorTypeInfo> ActorTypes => _actorTypes.Values;

    /// <summary>The instrumentation of <paramref name="system"/>.</summary>
    /// <exception cref="Akka.Configuration.ConfigurationException">A setting under <c>akka.instrumentation</c> is wrong.</exception>
    public static InstrumentationExtension For(ActorSystem system) =>
        system.WithExtension<InstrumentationExtension, InstrumentationProvider>();

    /// <summary>Whether this actor gets an instrumented mailbox. Asked once, when the mailbox is made.</summary>
    internal bool Instruments(IActorRef owner) =>
        Settings.RecordsAnything && (Settings.SystemActors || IsUserActor(owner.Path));

    // The guardians (/, /user, /system) count as system actors: nobody wrote them.
    private static bool IsUserActor(ActorPath path) => path.Elements is ["user", _, ..];

    /// <summary>Asked once for each actor. A router is called by the kind of router it is: its own type is nobody's.</summary>
    internal ActorTypeInfo ActorType(Props props) =>
        _actorTypes.GetOrAdd(
            TypeNames.Of(props.RouterConfig is null or NoRouter ? props.Type : props.RouterConfig.GetType()),
            static (name, system) => new ActorTypeInfo(system, name),
            _systemName);

    /// <summary>An instrumented mailbox is run by a dispatcher that is not: said once for each dispatcher.</summary>
    internal void RunsOn(MessageDispatcher dispatcher) => _uninstrumented.Warn(dispatcher);
}
