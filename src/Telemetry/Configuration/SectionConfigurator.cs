using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Registered for the id of a dispatcher section before its first look-up. At that look-up it makes the counterpart's configurator from
/// the section. So an unused section costs nothing and cannot fail.
/// </summary>
internal sealed class SectionConfigurator : MessageDispatcherConfigurator
{
    private readonly Lazy<MessageDispatcherConfigurator> _counterpart;

    /// <param name="system">The actor system.</param>
    /// <param name="id">The section's id.</param>
    /// <param name="counterpart">The replacement for the section's type; null to find it at the first look-up.</param>
    public SectionConfigurator(ActorSystem system, string id, DispatcherCounterpart? counterpart = null)
        // Akka wants some configuration. Nobody reads this one: the counterpart has the section.
        : base(system.Settings.Config, system.Dispatchers.Prerequisites)
    {
        _counterpart = new(() => Make(system, id, counterpart));
    }

    public override MessageDispatcher Dispatcher() => _counterpart.Value.Dispatcher();

    private static MessageDispatcherConfigurator Make(ActorSystem system, string id, DispatcherCounterpart? counterpart)
    {
        var config = system.Settings.Config;
        if (!config.HasPath(id))
        {
            throw new ConfigurationException($"Dispatcher {id} not configured.");
        }

        if (config.GetValue(id) is { } alias && alias.IsString())
        {
            return system.Dispatchers.Lookup(alias.GetString()).Configurator;
        }

        // Same as Akka: the section, and the default dispatcher's values for missing keys.
        var section = Id(id).WithFallback(config.GetConfig(id)).WithFallback(system.Dispatchers.DefaultDispatcherConfig);
        counterpart ??= DispatcherSections.CounterpartOf(config, id);
        if (counterpart is null)
        {
            return Own(section, system.Dispatchers.Prerequisites);
        }

        if (counterpart.Executor is { } executor)
        {
            section = ConfigurationFactory.ParseString($"executor = {executor}").WithFallback(section);
        }

        var type = Type.GetType(counterpart.TypeName, throwOnError: true)!;
        return (MessageDispatcherConfigurator)Activator.CreateInstance(type, section, system.Dispatchers.Prerequisites)!;
    }

    // A configurator of the user's own, with which a section of Akka's was overridden.
    private static MessageDispatcherConfigurator Own(Config section, IDispatcherPrerequisites prerequisites)
    {
        var name = section.GetString("type");
        return NamedTypes.Find(name) is { } type && typeof(MessageDispatcherConfigurator).IsAssignableFrom(type)
            ? (MessageDispatcherConfigurator)Activator.CreateInstance(type, section, prerequisites)!
            : throw new ConfigurationException($"Could not resolve dispatcher type [{name}] for path [{section.GetString("id")}]");
    }

    private static Config Id(string id) => ConfigurationFactory.ParseString(
        $"""
        id = "{id.Replace("\"", "\\\"", StringComparison.Ordinal)}"
        name = "{id[(id.LastIndexOf('.') + 1)..].Replace("\"", "\\\"", StringComparison.Ordinal)}"
        """);
}
