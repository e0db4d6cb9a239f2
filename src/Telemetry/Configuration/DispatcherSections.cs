using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments the application's own dispatcher sections without a change in them. Akka looks for a registered
/// configurator before it reads a section. So one is registered for each section when the system starts, and again when
/// the configuration has grown (<see cref="LateSections"/>). The default and the internal dispatcher exist by then:
/// <see cref="AkkaInstrumentationConfig.DefaultsFor"/> handles these two.
/// </summary>
internal static class DispatcherSections
{
    private const int MaxAliases = 20;

    /// <summary>The default of the setting <c>dispatchers</c>: every section whose type has a counterpart.</summary>
    public const string Every = "*";

    /// <exception cref="ConfigurationException">An id is not a dispatcher, or a dispatcher that cannot be instrumented.</exception>
    public static void Register(ActorSystem system, IReadOnlyList<string> ids)
    {
        if (!DispatcherCounterpart.AreInstalled)
        {
            return;
        }

        ThrowIfNoConfigurator(system.Settings.Config);
        if (ids.Contains(Every))
        {
            RegisterAll(system);
        }

        // The id for single actors is Akka's default dispatcher, whatever its type is.
        if (CounterpartOf(system.Settings.Config, Dispatchers.DefaultDispatcherId) is { } counterpart)
        {
            system.Dispatchers.RegisterConfigurator(
                AkkaInstrumentationConfig.DispatcherId, new SectionConfigurator(system, AkkaInstrumentationConfig.DispatcherId, counterpart));
        }

        var problems = ids.Where(id => id != Every).Select(id => RegisterNamed(system, id)).OfType<string>().ToList();
        if (problems.Count > 0)
        {
            throw new ConfigurationException($"{SettingsReader.Root}.dispatchers is not valid: {string.Join("; ", problems)}.");
        }
    }

    /// <summary>Registers every section that has none of its own yet.</summary>
    public static void RegisterAll(ActorSystem system)
    {
        foreach (var id in Find(system.Settings.Config.Root, ""))
        {
            TryRegister(system, id);
        }
    }

    /// <summary>The instrumented replacement for a section; null when its type has none.</summary>
    // A section without a type inherits the default dispatcher's type.
    public static DispatcherCounterpart? CounterpartOf(Config config, string id) => DispatcherCounterpart.Of(TypeOf(config, id));

    /// <summary>Follows aliases (a string instead of a section) to the section. Null when there is none.</summary>
    public static string? Resolve(Config config, string id)
    {
        for (var depth = 0; depth < MaxAliases && config.GetValue(id) is { } value; depth++)
        {
            if (value.IsObject())
            {
                return id;
            }

            if (!value.IsString() || value.GetString() is not { Length: > 0 } target)
            {
                return null;
            }

            id = target;
        }

        return null;
    }

    private static string? TypeOf(Config config, string id) =>
        config.GetString($"{id}.type") ?? config.GetString($"{Dispatchers.DefaultDispatcherId}.type");

    // Without this check, Akka reports "Constructor on type '...' not found" when it first needs such a section.
    private static void ThrowIfNoConfigurator(Config config)
    {
        var problems = new List<string>();
        AddProblems(problems, config.Root, "", depth: 0);
        if (problems.Count > 0)
        {
            throw new ConfigurationException($"Dispatchers are not valid: {string.Join("; ", problems)}.");
        }
    }

    private static void AddProblems(List<string> problems, HoconValue section, string path, int depth)
    {
        foreach (var (key, value) in section.GetObject().Items)
        {
            if (value.IsObject())
            {
                // a path is made for a section only: most of the configuration is single values
                if (depth < MaxAliases)
                {
                    AddProblems(problems, value, Below(path, key), depth + 1);
                }
            }
            else if (key == "type" && value.IsString() && value.GetString() is { } type && IsOurs(type) && !IsConfigurator(type))
            {
                problems.Add(DispatcherCounterpart.ProblemOf(Below(path, key), type));
            }
        }
    }

    private static bool IsConfigurator(string type) => typeof(MessageDispatcherConfigurator).IsAssignableFrom(NamedTypes.Find(type));

    private static bool TryRegister(ActorSystem system, string id) =>
        !InstrumentedDefaults.Early.Contains(id)
        && CounterpartOf(system.Settings.Config, id) is { } counterpart
        && system.Dispatchers.RegisterConfigurator(id, new SectionConfigurator(system, id, counterpart));

    private static string? RegisterNamed(ActorSystem system, string id)
    {
        var config = system.Settings.Config;
        if (Resolve(config, id) is not { } section)
        {
            return $"{id} is not the id of a dispatcher's section";
        }

        var type = TypeOf(config, section);
        if (DispatcherCounterpart.Of(type) is null)
        {
            return IsOurs(type)
                ? null
                : $"{id} has the type {type}, allowed are {string.Join(", ", DispatcherCounterpart.Types)} and the types of AkkaInstrumentation.Dispatcher";
        }

        // It was registered before, by the instrumentation or by the user, or it is already in use.
        return TryRegister(system, section) || system.Dispatchers.Lookup(section).Configurator is { } made && IsOurs(made.GetType().FullName)
            ? null
            : $"{id} is in use already: set its type in HOCON to {DispatcherCounterpart.Of(type)!.TypeName}";
    }

    private static bool IsOurs(string? type) => type?.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal) == true;

    // Finds too many on purpose: a registration for a section that is no dispatcher is never used.
    private static IEnumerable<string> Find(HoconValue value, string path)
    {
        if (MayBeInstrumented(value))
        {
            yield return path;
        }

        foreach (var (key, section) in value.GetObject().Items)
        {
            if (section.IsObject() && Below(path, key) is var child && child != SettingsReader.Root)
            {
                foreach (var id in Find(section, child))
                {
                    yield return id;
                }
            }
        }
    }

    private static string Below(string path, string key) => path.Length == 0 ? Quoted(key) : $"{path}.{Quoted(key)}";

    private static bool MayBeInstrumented(HoconValue section) =>
        section.GetChildObject("type") is { } type
            ? type.IsString() && DispatcherCounterpart.Of(type.GetString()) is not null
            : IsDispatcher(section);

    /// <summary>Whether a section has a key that only dispatchers have.</summary>
    public static bool IsDispatcher(HoconValue section) =>
        section.GetChildObject("type") is not null || section.GetChildObject("executor") is not null || section.GetChildObject("throughput") is not null;

    private static string Quoted(string key) => key.Contains('.', StringComparison.Ordinal) ? $"\"{key}\"" : key;
}
