using Akka.Actor;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>How the type of an actor and its path are shown.</summary>
internal static class ActorTypeNames
{
    /// <summary>For a router this is the kind of router, because its own actor type is a type inside Akka.</summary>
    public static string Get(Props props) => TypeNames.Get(ShownType(props));

    /// <inheritdoc cref="Get(Props)"/>
    public static Type ShownType(Props props) =>
        props.RouterConfig is null or NoRouter ? props.Type : props.RouterConfig.GetType();

    /// <summary>The path of an actor; null for none. Never throws, for the same reason.</summary>
    public static ActorPath? PathOrNone(IActorRef? actor) =>
        TelemetryFault.GuardValue(TelemetryFault.Listener, actor, static actor => actor.IsNobody() ? null : actor!.Path, null);

    /// <summary>The path without its address. The temporary references of all <c>Ask</c>s share one.</summary>
    public static string PathOf(ActorPath path) => IsTemporary(path) ? FoldedNames.AskPath : Readable(path);

    /// <summary>
    /// The path without its address. It is made safe to show, because another node may have written it. An actor that represents an actor of another
    /// node may have that actor's whole path, encoded, as its name, as the actors of <c>ClusterClient</c>'s receptionist do. Such a name is shown
    /// decoded, without the number behind <c>#</c>.
    /// </summary>
    public static string Readable(ActorPath path)
    {
        var text = path.ToStringWithoutAddress();
        if (path.Name.Contains("%3A%2F%2F", StringComparison.OrdinalIgnoreCase))
        {
            text = Uri.UnescapeDataString(text);
            text = text.LastIndexOf('#') is >= 0 and var number ? text[..number] : text;
        }

        return ForeignText.Clean(text, ForeignText.MaxPath);
    }

    /// <summary>Whether it is <c>/deadLetters</c>, here or in another process: the sender of a forwarded message that had none.</summary>
    public static bool IsDeadLetters(ActorPath path) => path.Depth == 1 && path.Name == "deadLetters";

    /// <summary>Whether it is under <c>/temp</c>, here or in another process. Allocates nothing.</summary>
    public static bool IsTemporary(ActorPath path) => path.Depth > 0 && path.ParentOf(1).Name == "temp";
}
