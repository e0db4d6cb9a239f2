using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments the application's own dispatcher sections without a change in them. Akka looks for a registered
/// configurator before it reads a section. So one is registered for each section when the system starts, and again when
/// the configuration has grown. The default and the internal dispatcher exist by then:
/// <see cref="AkkaInstrumentationConfig.WithAkkaInstrumentation"/> handles these two.
/// </summary>
internal sealed class DispatcherSections : IDispatcherSections
{
    private const string Every = InstrumentationSettings.EveryDispatcherId;
    private const int MaxDepth = InstrumentedDefaults.MaxAliases;

    private static readonly string[] KeysOfDispatchers = ["type", "executor", "throughput"];

    // Akka has no event for a section that an extension adds after the start, so the configuration is compared when an actor gets its mailbox. That
    // is too late for an extension that starts an actor on its own section in the same call. Of Akka's own extensions, persistence does so.
    private static readonly string[] KnownLate =
    [
        "akka.persistence.dispatchers.default-plugin-dispatcher",
        "akka.persistence.dispatchers.default-replay-dispatcher",
        "akka.persistence.dispatchers.default-stream-dispatcher",
    ];

    private readonly ActorSystem _system;
    private readonly bool _isForEvery;
    private readonly object _following = new();
    private volatile Config _seen;

    /// <param name="system">The actor system, whose present sections are registered.</param>
    /// <param name="ids">The setting <c>dispatchers</c>.</param>
    /// <exception cref="ConfigurationException">An id is not a dispatcher, or a dispatcher that cannot be instrumented.</exception>
    public DispatcherSections(ActorSystem system, IReadOnlyList<string> ids)
    {
        _system = system;
        _seen = system.Settings.Config;
        SettingsProblems.ThrowIfAny("Dispatchers are", ProblemsIn(_seen));
        _isForEvery = ids.Contains(Every);
        if (_isForEvery)
        {
            RegisterAll();
            foreach (var id in KnownLate.Where(id => !_seen.HasPath(id)))
            {
                Register(id, counterpart: null);
            }
        }

        // The id for single actors is Akka's default dispatcher, whatever its type is.
        if (CounterpartOf(_seen, Dispatchers.DefaultDispatcherId) is { } counterpart)
        {
            Register(AkkaInstrumentationConfig.DispatcherId, counterpart);
        }

        SettingsProblems.ThrowIfAny(
            $"{InstrumentationSettings.Root}.dispatchers is", ids.Where(id => id != Every).Select(RegisterNamed).OfType<string>());
    }

    /// <inheritdoc />
    public void Follow()
    {
        if (_isForEvery && !ReferenceEquals(_seen, _system.Settings.Config))
        {
            lock (_following)
            {
                // A section that cannot be read must not stop another actor. What is registered already stays as it is.
                var config = _system.Settings.Config;
                TelemetryFault.Guard(TelemetryFault.Rules, this, static sections => sections.RegisterAll());
                _seen = config;
            }
        }
    }

    /// <summary>The instrumented replacement for a section; null when its type has none.</summary>
    public static DispatcherCounterpart? CounterpartOf(Config config, string id) => DispatcherCounterpart.Find(TypeOf(config, id));

    /// <summary>Whether a section has a key that only dispatchers have.</summary>
    public static bool IsDispatcher(HoconValue section) => Array.Exists(KeysOfDispatchers, key => section.GetChildObject(key) is not null);

    // Finds too many sections on purpose: a registration for a section that is no dispatcher is never used.
    private void RegisterAll()
    {
        foreach (var (id, _) in Sections(_system.Settings.Config.Root, "", depth: 0).Where(section => IsDispatcher(section.Value)))
        {
            TryRegister(id);
        }
    }

    private bool TryRegister(string id) =>
        !InstrumentedDefaults.Early.Contains(id) && CounterpartOf(_system.Settings.Config, id) is { } counterpart && Register(id, counterpart);

    private bool Register(string id, DispatcherCounterpart? counterpart) =>
        _system.Dispatchers.RegisterConfigurator(id, new SectionConfigurator(_system, id, counterpart));

    private string? RegisterNamed(string id)
    {
        var section = InstrumentedDefaults.Resolve(_seen, id);
        var type = section is null ? null : TypeOf(_seen, section);
        return section is null ? $"{id} is not the id of a dispatcher's section"
            : DispatcherCounterpart.Find(type) is not { } counterpart
            ? IsOurs(type) ? null
                : $"{id} has the type {type}, allowed are {string.Join(", ", DispatcherCounterpart.Types)} "
                    + "and the types of AkkaInstrumentation.Dispatcher"

            // The section was registered before, by the instrumentation or by the user, or it is already in use.
            : TryRegister(section) || IsOurs(_system.Dispatchers.Lookup(section).Configurator?.GetType().FullName) ? null
            : $"{id} is in use already: set its type in HOCON to {counterpart.TypeName}";
    }

    // Akka reports such a section only when it first needs it: "Constructor on type '...' not found".
    private static IEnumerable<string> ProblemsIn(Config config) =>
        from section in Sections(config.Root, "", depth: 0)
        let type = section.Value.GetChildObject("type")
        where type is not null && type.IsString() && IsOurs(type.GetString()) && !typeof(MessageDispatcherConfigurator)
            .IsAssignableFrom(NamedTypes.Find(type.GetString()))
        select DispatcherCounterpart.ProblemOf($"{section.Key}.type", type.GetString());

    // A section without a type inherits the default dispatcher's type.
    private static string? TypeOf(Config config, string id) =>
        config.GetString($"{id}.type") ?? config.GetString($"{Dispatchers.DefaultDispatcherId}.type");

    /// <summary>Whether a type is one of this library's, by its name.</summary>
    public static bool IsOurs(string? type) => type?.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal) == true;

    private static IEnumerable<KeyValuePair<string, HoconValue>> Sections(HoconValue above, string path, int depth)
    {
        foreach (var (key, section) in above.GetObject().Items.Where(item => item.Value.IsObject() && depth < MaxDepth))
        {
            var id = (path.Length == 0 ? "" : $"{path}.") + (key.Contains('.', StringComparison.Ordinal) ? $"\"{key}\"" : key);
            yield return new(id, section);
            foreach (var below in Sections(section, id, depth + 1))
            {
                yield return below;
            }
        }
    }
}

/// <summary>
/// The configurator that is registered for the id of a dispatcher section before its first look-up. At that look-up it creates the counterpart's
/// configurator from the section. So an unused section costs nothing and cannot fail.
/// </summary>
/// <param name="system">The actor system.</param>
/// <param name="id">The section's id.</param>
/// <param name="counterpart">The replacement for the section's type; null to find it at the first look-up.</param>
internal sealed class SectionConfigurator(ActorSystem system, string id, DispatcherCounterpart? counterpart)
    // Akka requires a configuration, but this one is not read: the counterpart has the section.
    : MessageDispatcherConfigurator(system.Settings.Config, system.Dispatchers.Prerequisites)
{
    private readonly Lazy<MessageDispatcherConfigurator> _counterpart = new(() => Make(system, id, counterpart));

    public override MessageDispatcher Dispatcher() => _counterpart.Value.Dispatcher();

    private static MessageDispatcherConfigurator Make(ActorSystem system, string id, DispatcherCounterpart? given)
    {
        var config = system.Settings.Config;
        var value = config.GetValue(id) ?? throw new ConfigurationException($"Dispatcher {id} not configured.");
        if (value.IsString())
        {
            return system.Dispatchers.Lookup(value.GetString()).Configurator;
        }

        // Same as Akka: the section, and the default dispatcher's values for missing keys.
        var counterpart = given ?? DispatcherSections.CounterpartOf(config, id);
        var section = Added(id, counterpart?.Executor).WithFallback(config.GetConfig(id)).WithFallback(system.Dispatchers.DefaultDispatcherConfig);

        // Without a counterpart, a configurator of the user's own overrides a section of Akka's.
        var name = counterpart?.TypeName ?? section.GetString("type");
        return NamedTypes.Find(name) is { } type && typeof(MessageDispatcherConfigurator).IsAssignableFrom(type)
            ? (MessageDispatcherConfigurator)Activator.CreateInstance(type, section, system.Dispatchers.Prerequisites)!
            : throw new ConfigurationException($"Could not resolve dispatcher type [{name}] for path [{id}]");
    }

    private static Config Added(string id, string? executor)
    {
        (string, string?)[] given = executor is null ? [] : [("executor", executor)];
        return new(new HoconRoot(HoconTree.Create([("id", id), ("name", id[(id.LastIndexOf('.') + 1)..]), .. given])));
    }
}
