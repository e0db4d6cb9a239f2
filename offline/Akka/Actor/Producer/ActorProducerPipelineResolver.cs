using System.Collections.Concurrent;
using Akka.Event;

namespace Akka.Actor;

/// <summary>The plugins of a system. An actor type keeps those that were registered when its first instance was made.</summary>
public class ActorProducerPipelineResolver
{
    private readonly Lazy<ILoggingAdapter> _log;
    private readonly List<IActorProducerPlugin> _plugins = [new ActorStashPlugin()];
    private readonly ConcurrentDictionary<Type, ActorProducerPipeline> _byActorType = new();

    public ActorProducerPipelineResolver(Func<ILoggingAdapter> logBuilder) => _log = new Lazy<ILoggingAdapter>(logBuilder);

    /// <summary>False when there is one of the same type already.</summary>
    public bool Register(IActorProducerPlugin plugin)
    {
        lock (_plugins)
        {
            if (IsRegistered(plugin))
            {
                return false;
            }

            _plugins.Add(plugin);
            return true;
        }
    }

    public bool IsRegistered(IActorProducerPlugin plugin)
    {
        var type = plugin.GetType();
        lock (_plugins)
        {
            return _plugins.Exists(one => one.GetType() == type);
        }
    }

    internal ActorProducerPipeline For(Type actorType) => _byActorType.TryGetValue(actorType, out var known)
        ? known
        : _byActorType.GetOrAdd(actorType, Create);

    private ActorProducerPipeline Create(Type actorType)
    {
        IActorProducerPlugin[] plugins;
        lock (_plugins)
        {
            plugins = [.. _plugins];
        }

        return new ActorProducerPipeline(_log, plugins.Where(plugin => plugin.CanBeAppliedTo(actorType)));
    }
}
