using Akka.Actor.Internal;
using Akka.Event;

namespace Akka.Actor;

public partial class ActorCell
{
    private ActorBase? _actor;

    protected virtual ActorBase CreateNewActorInstance() => Props.NewActor();

    protected virtual void PreStart()
    {
    }

    private void StartInstance(ActorInitializationException? failure)
    {
        try
        {
            if (failure is not null)
            {
                throw failure;
            }

            PreStart();
            NewActor();
            _actor!.AroundPreStart();
        }
        catch (Exception e)
        {
            if (_actor is not null)
            {
                ClearActor();
            }

            throw e is ActorInitializationException ? e : new ActorInitializationException(Self, "The actor could not be created.", e);
        }
    }

    private void NewActor()
    {
        _receive = null;

        var instance = CreateNewActorInstance();
        if (instance is null)
        {
            throw new ActorInitializationException(Self, "The producer made no actor.");
        }

        (instance as IInitializableActor)?.Init();
        _receive ??= instance.InitialBehavior;
        _actor = instance;
        if (instance is IWithTimers withTimers && withTimers.Timers is null)
        {
            withTimers.Timers = Timers;
        }

        PluginsOf(instance).AfterActorIncarnated(instance, this);
    }

    private ActorProducerPipeline PluginsOf(ActorBase instance) => SystemImpl.ActorPipelineResolver.For(instance.GetType());

    /// <summary>The instance is gone for good.</summary>
    private void ClearActor()
    {
        var actor = _actor;
        _actor = null;
        _receive = null;
        _timers?.CancelAll();

        if (actor is null)
        {
            return;
        }

        try
        {
            Props.Release(actor);
        }
        catch (Exception e)
        {
            Report(e, $"failed to release {actor.GetType()}: {e.Message}");
        }
    }

    private void Report(Exception cause, string message) =>
        System.EventStream.Publish(new Error(cause, Self.Path.ToString(), _actor?.GetType() ?? Props.Type, message));
}
