using System.Globalization;
using System.Reflection;

namespace Akka.Actor;

/// <summary>Makes and releases an actor's instances, for dependency injection.</summary>
public interface IIndirectActorProducer
{
    Type ActorType { get; }

    ActorBase Produce();

    void Release(ActorBase actor);
}

/// <summary>Calls the constructor that fits the arguments.</summary>
internal sealed class ActivatorProducer(Type type, object[] args) : IIndirectActorProducer
{
    private const BindingFlags Constructors = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.CreateInstance;

    public Type ActorType => type;

    public ActorBase Produce()
    {
        try
        {
            return (ActorBase)Activator.CreateInstance(type, Constructors, binder: null, args, CultureInfo.InvariantCulture)!;
        }
        catch (Exception e)
        {
            throw new TypeLoadException(
                $"{type} could not be created with ({string.Join(", ", args)}).", e);
        }
    }

    public void Release(ActorBase actor) => (actor as IDisposable)?.Dispose();
}
