using Akka.Event;

namespace Akka.Actor;

/// <summary>The plugins of one actor type, in the order of their registration.</summary>
public class ActorProducerPipeline
{
    private readonly Lazy<ILoggingAdapter> _log;
    private readonly IActorProducerPlugin[] _plugins;

    public ActorProducerPipeline(Lazy<ILoggingAdapter> log, IEnumerable<IActorProducerPlugin> plugins)
    {
        _log = log;
        _plugins = [.. plugins];
    }

    public void AfterActorIncarnated(ActorBase actor, IActorContext context) =>
        ForEach(plugin => plugin.AfterIncarnated(actor, context), actor, context);

    public void BeforeActorIncarnated(ActorBase actor, IActorContext context) =>
        ForEach(plugin => plugin.BeforeIncarnated(actor, context), actor, context);

    // One plugin's failure is nothing to the others, and nothing to the actor.
    private void ForEach(Action<IActorProducerPlugin> step, ActorBase actor, IActorContext context)
    {
        foreach (var plugin in _plugins)
        {
            try
            {
                step(plugin);
            }
            catch (Exception e)
            {
                _log.Value.Error(e, $"The plugin {plugin.GetType()} failed at {context.Self.Path} ({actor.GetType()}).");
            }
        }
    }
}
