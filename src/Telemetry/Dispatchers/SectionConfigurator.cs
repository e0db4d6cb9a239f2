using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// Registered for the id of a dispatcher section before anybody looks it up: makes the counterpart's configurator out of
/// the section at the first look-up, so that a section that nobody uses costs nothing and cannot fail.
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
        // as Akka does it: the section, and for what it leaves open the default dispatcher's
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
