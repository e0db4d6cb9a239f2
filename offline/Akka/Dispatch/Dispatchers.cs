using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Event;

namespace Akka.Dispatch;

/// <summary>The dispatchers of a system by id, created when first looked up.</summary>
public sealed class Dispatchers
{
    public const string DefaultDispatcherId = "akka.actor.default-dispatcher";
    public const string SynchronizedDispatcherId = "akka.actor.synchronized-dispatcher";

    private const int MaxAliases = 20;

    private readonly ConcurrentDictionary<string, MessageDispatcherConfigurator> _configurators = new();

    public Dispatchers(ActorSystem system, IDispatcherPrerequisites prerequisites, ILoggingAdapter logger) => Prerequisites = prerequisites;

    public IDispatcherPrerequisites Prerequisites { get; }

    public MessageDispatcher DefaultGlobalDispatcher => Lookup(DefaultDispatcherId);

    public Config DefaultDispatcherConfig => Identified(DefaultDispatcherId)
        .WithFallback(Prerequisites.Settings.Config.GetConfig(DefaultDispatcherId));

    internal MessageDispatcher ForGuardians => Lookup("akka.actor.internal-dispatcher");

    public MessageDispatcher Lookup(string dispatcherName) => Configurator(dispatcherName).Dispatcher();

    public bool HasDispatcher(string id) => _configurators.ContainsKey(id) || Prerequisites.Settings.Config.HasPath(id);

    public bool RegisterConfigurator(string id, MessageDispatcherConfigurator configurator) => _configurators.TryAdd(id, configurator);

    private static Config Identified(string id) => ConfigurationFactory.ParseString($"id: \"{id}\"");

    private MessageDispatcherConfigurator Configurator(string id, int depth = 0)
    {
        if (depth > MaxAliases)
        {
            throw new ConfigurationException($"The dispatcher {id} is an alias of an alias, {MaxAliases} times over");
        }

        if (_configurators.TryGetValue(id, out var known))
        {
            return known;
        }

        var value = Prerequisites.Settings.Config.GetValue(id)
            ?? throw new ConfigurationException($"The dispatcher [{id}] is not configured");
        if (value.IsString())
        {
            // An alias has no dispatcher of its own.
            return Configurator(value.GetString(), depth + 1);
        }

        // Two threads may create one each; the loser's has started nothing yet.
        var section = Prerequisites.Settings.Config.GetConfig(id);
        return _configurators.GetOrAdd(id, CreateConfigurator(Identified(id).WithFallback(section).WithFallback(DefaultDispatcherConfig)));
    }

    private MessageDispatcherConfigurator CreateConfigurator(Config config)
    {
        var typeName = config.GetString("type");
        switch (typeName)
        {
            case "Dispatcher" or "ForkJoinDispatcher" or "TaskDispatcher":
                return new DispatcherConfigurator(config, Prerequisites);
            case "PinnedDispatcher":
                return new PinnedDispatcherConfigurator(config, Prerequisites);
            case "SynchronizedDispatcher":
                return new CurrentSynchronizationContextDispatcherConfigurator(config, Prerequisites);
            default:
                var type = (string.IsNullOrEmpty(typeName) ? null : Type.GetType(typeName)) ?? throw new ConfigurationException(
                    $"The type of the dispatcher [{config.GetString("id")}] is [{typeName}], which is not a known type");
                return (MessageDispatcherConfigurator)Activator.CreateInstance(type, config, Prerequisites)!;
        }
    }
}
