using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Event;

namespace Akka.Dispatch;

/// <summary>The dispatchers of a system by id, created when first looked up.</summary>
public sealed class Dispatchers
{
    public const string DefaultDispatcherId = "akka.actor.default-dispatcher";
    public const string DefaultBlockingDispatcherId = "akka.actor.default-blocking-io-dispatcher";
    public const string SynchronizedDispatcherId = "akka.actor.synchronized-dispatcher";

    internal const string InternalDispatcherId = "akka.actor.internal-dispatcher";

    private const int MaxAliases = 20;

    private readonly ActorSystem _system;
    private readonly ConcurrentDictionary<string, MessageDispatcherConfigurator> _configurators = new();

    public Dispatchers(ActorSystem system, IDispatcherPrerequisites prerequisites, ILoggingAdapter logger)
    {
        _system = system;
        Prerequisites = prerequisites;
    }

    public IDispatcherPrerequisites Prerequisites { get; }

    public MessageDispatcher DefaultGlobalDispatcher => Lookup(DefaultDispatcherId);

    public Config DefaultDispatcherConfig => Identified(DefaultDispatcherId)
        .WithFallback(Prerequisites.Settings.Config.GetConfig(DefaultDispatcherId));

    internal MessageDispatcher InternalDispatcher => Lookup(InternalDispatcherId);

    /// <summary>The section of an id; a string instead of a section is the id of another one.</summary>
    public static Config GetConfig(Config config, string id, int depth = 0)
    {
        if (depth > MaxAliases)
        {
            throw new ConfigurationException($"The dispatcher {id} is an alias of an alias, {MaxAliases} times over");
        }

        if (!config.HasPath(id))
        {
            throw new ConfigurationException($"Dispatcher {id} not configured.");
        }

        var value = config.GetValue(id);
        return value.IsString() ? GetConfig(config, value.GetString(), depth + 1) : config.GetConfig(id);
    }

    public MessageDispatcher Lookup(string dispatcherName) => Configurator(dispatcherName).Dispatcher();

    public bool HasDispatcher(string id) => _configurators.ContainsKey(id) || Prerequisites.Settings.Config.HasPath(id);

    public bool RegisterConfigurator(string id, MessageDispatcherConfigurator configurator) => _configurators.TryAdd(id, configurator);

    private static Config Identified(string id) => ConfigurationFactory.ParseString($"id: \"{id}\"");

    private MessageDispatcherConfigurator Configurator(string id)
    {
        if (_configurators.TryGetValue(id, out var known))
        {
            return known;
        }

        if (!Prerequisites.Settings.Config.HasPath(id))
        {
            throw new ConfigurationException($"Dispatcher {id} not configured.");
        }

        // Two threads may create one each; the loser's has started nothing yet.
        var section = GetConfig(Prerequisites.Settings.Config, id);
        return _configurators.GetOrAdd(id, CreateConfigurator(Identified(id).WithFallback(section).WithFallback(DefaultDispatcherConfig)));
    }

    private MessageDispatcherConfigurator CreateConfigurator(Config config)
    {
        var typeName = config.GetString("type");
        switch (typeName)
        {
            case "Dispatcher" or "ForkJoinDispatcher" or "TaskDispatcher" or "SynchronizedDispatcher":
                return new DispatcherConfigurator(config, Prerequisites);
            case "PinnedDispatcher":
                return new PinnedDispatcherConfigurator(config, Prerequisites);
            case null or "":
                throw new ConfigurationException($"The dispatcher {config.GetString("id")} has no type");
            default:
                var type = Type.GetType(typeName) ?? throw new ConfigurationException(
                    $"The dispatcher {config.GetString("id", "")} has the type [{typeName}], which cannot be found");
                return (MessageDispatcherConfigurator)Activator.CreateInstance(type, config, Prerequisites)!;
        }
    }
}
