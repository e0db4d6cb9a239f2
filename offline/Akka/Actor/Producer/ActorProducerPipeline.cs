using System.Collections;
using Akka.Event;

namespace Akka.Actor;

/// <summary>The plugins of one actor type, in the order of their registration.</summary>
public class ActorProducerPipeline : IEnumerable<IActorProducerPlugin>
{
    private readonly Lazy<ILoggingAdapter> _log;
    private readonly IActorProducerPlugin[] _plugins;

    public ActorProducerPipeline(Lazy<ILoggingAdapter> log, IEnumerable<IActorProducerPlugin> plugins)
    {
        _log = log;
        _plugins = [.. plugins];
    }

    public int Count => _plugins.Length;

    public void AfterActorIncarnated(ActorBase actor, IActorContext context)
    {
        foreach (var plugin in _plugins)
        {
            try
            {
                plugin.AfterIncarnated(actor, context);
            }
            catch (Exception e)
            {
                Report(e, plugin, "the newly created actor", actor, context);
            }
        }
    }

    public void BeforeActorIncarnated(ActorBase actor, IActorContext context)
    {
        foreach (var plugin in _plugins)
        {
            try
            {
                plugin.BeforeIncarnated(actor, context);
            }
            catch (Exception e)
            {
                Report(e, plugin, "the actor before it's destruction", actor, context);
            }
        }
    }

    public IEnumerator<IActorProducerPlugin> GetEnumerator() => ((IEnumerable<IActorProducerPlugin>)_plugins).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    // One plugin's failure is nothing to the others, and nothing to the actor.
    private void Report(Exception cause, IActorProducerPlugin plugin, string to, ActorBase actor, IActorContext context) => _log.Value.Error(
        cause,
        $"An exception occurred while trying to apply plugin of type {plugin.GetType()} to {to} "
        + $"(Type = {actor.GetType()}, Path = {context.Self.Path})");
}
