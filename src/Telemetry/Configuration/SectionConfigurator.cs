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

    public SectionConfigurator(ActorSystem system, string id, DispatcherCounterpart counterpart)
        : base(Id(id), system.Dispatchers.Prerequisites)
    {
        _counterpart = new(() => Make(system, id, counterpart));
    }

    public override MessageDispatcher Dispatcher() => _counterpart.Value.Dispatcher();

    private static MessageDispatcherConfigurator Make(ActorSystem system, string id, DispatcherCounterpart counterpart)
    {
        // Same as Akka: the section, and the default dispatcher's values for missing keys.
        var section = Id(id).WithFallback(system.Settings.Config.GetConfig(id)).WithFallback(system.Dispatchers.DefaultDispatcherConfig);
        if (counterpart.Executor is { } executor)
        {
            section = ConfigurationFactory.ParseString($"executor = {executor}").WithFallback(section);
        }

        var type = Type.GetType(counterpart.TypeName, throwOnError: true)!;
        return (MessageDispatcherConfigurator)Activator.CreateInstance(type, section, system.Dispatchers.Prerequisites)!;
    }

    private static Config Id(string id) => ConfigurationFactory.ParseString(
        $"""
        id = "{id.Replace("\"", "\\\"", StringComparison.Ordinal)}"
        name = "{id[(id.LastIndexOf('.') + 1)..].Replace("\"", "\\\"", StringComparison.Ordinal)}"
        """);
}
