using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;

namespace Akka.DependencyInjection;

/// <summary>Makes an actor, and makes it again on restart, with services for the parameters that no argument fits.</summary>
internal sealed class ResolvedActorProducer(IServiceProvider services, Type type, object[] arguments) : IIndirectActorProducer
{
    public Type ActorType => type;

    public ActorBase Produce() => (ActorBase)ActivatorUtilities.CreateInstance(services, type, arguments);

    public void Release(ActorBase actor)
    {
        // Services end with their provider, not with the actor.
    }
}
