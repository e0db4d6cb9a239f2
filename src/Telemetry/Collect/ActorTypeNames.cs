using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// The type of the actor behind a reference, by name. A stopped actor's cell has forgotten it, and most dead letters are
/// for stopped actors, so it is noted when an instrumented one stops: beside the reference, for as long as somebody has that.
/// </summary>
internal sealed class ActorTypeNames(ExtendedActorSystem system)
{
    private readonly ConditionalWeakTable<IActorRef, string> _stopped = [];

    /// <summary>A router is called by the kind of router it is: its own type is nobody's.</summary>
    public static string Of(Props props) => TypeNames.Of(ShownType(props));

    /// <inheritdoc cref="Of(Props)"/>
    public static Type ShownType(Props props) =>
        props.RouterConfig is null or NoRouter ? props.Type : props.RouterConfig.GetType();

    public void Stopped(IActorRef actor, string type) => _stopped.AddOrUpdate(actor, type);

    /// <summary>Any thread. Never throws: a reference can be of anybody's own kind.</summary>
    public string Of(IActorRef? actor)
    {
        try
        {
            return OfCore(actor);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Event, e);
            return FoldedNames.Unknown;
        }
    }

    /// <summary>Whether it is the temporary reference that an Ask gives as the sender. Never throws, likewise.</summary>
    public static bool IsAsking(IActorRef? actor)
    {
        try
        {
            return actor is MinimalActorRef && IsTemporary(actor.Path);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Event, e);
            return false;
        }
    }

    private string OfCore(IActorRef? actor)
    {
        if (actor is null or Nobody || ReferenceEquals(actor, system.DeadLetters))
        {
            return FoldedNames.None;
        }

        if (actor is IActorRefScope { IsLocal: false })
        {
            return FoldedNames.Remote;
        }

        if (_stopped.TryGetValue(actor, out var type))
        {
            return type;
        }

        // one that is yet to start knows its props too
        if (actor is ActorRefWithCell { Underlying.Props: { } props and not TerminatedProps })
        {
            return Of(props);
        }

        return IsAsking(actor) ? FoldedNames.Ask : FoldedNames.Unknown;
    }

    /// <summary>Whether it is under <c>/temp</c>, here or in another process. Allocates nothing.</summary>
    public static bool IsTemporary(ActorPath path) => path.Depth > 0 && path.ParentOf(1).Name == "temp";
}
