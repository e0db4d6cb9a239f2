using Akka.Actor;
using Akka.Event;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// Finds the user's message inside one of Akka's own wrappers (scheduled, by selection, broadcast to routees). Names and filters use that
/// message. Each type is checked once for being a wrapper. A dead letter is no wrapper, because it is itself the information.
/// Users can write wrappers too. A wrapper that throws, is empty or contains itself is treated as the message. Never throws.
/// </summary>
internal static class InnerMessage
{
    private const int MaxWrappers = 16;

    public static bool IsWrapper(Type type) =>
        (typeof(IWrappedMessage).IsAssignableFrom(type) || typeof(RouterEnvelope).IsAssignableFrom(type))
        && !typeof(AllDeadLetters).IsAssignableFrom(type);

    public static object Unwrap(object message)
    {
        var inner = message;
        for (var depth = 0; inner is IWrappedMessage or RouterEnvelope; depth++)
        {
            if (depth == MaxWrappers)
            {
                return message;
            }

            if (Inside(inner) is not { } next)
            {
                break;
            }

            inner = next;
        }

        return inner;
    }

    private static object? Inside(object message) => TelemetryFault.GuardValue(
        TelemetryFault.Content,
        message,
        static message => message is AllDeadLetters ? null : message is IWrappedMessage wrapper ? wrapper.Message : ((RouterEnvelope)message).Message,
        null);
}

/// <summary>The place of a sharded entity, from its path: <c>/system/sharding/{region}/{shard}/{entity}</c>. Immutable.</summary>
/// <param name="Region">The name of the entity's type.</param>
/// <param name="Shard">The id of its shard.</param>
/// <param name="Entity">The id of the entity.</param>
internal sealed record EntityPath(string Region, string Shard, string Entity)
{
    /// <summary>The path below which the regions are.</summary>
    public const string Root = "/system/sharding/";

    /// <summary>The place of an entity, or of the entity above the actor; null for all other actors.</summary>
    /// <param name="path">The actor's path as people read it.</param>
    /// <param name="self">The actor.</param>
    // Called once for each traced entity; for other actors one comparison is enough. The names in the actor's own path are still escaped, so an id
    // may contain a slash.
    public static EntityPath? Parse(string path, IActorRef self) => Parse(path, self.Path);

    /// <inheritdoc cref="Parse(string, IActorRef)"/>
    public static EntityPath? Parse(string path, ActorPath self)
    {
        if (!path.StartsWith(Root, StringComparison.Ordinal))
        {
            return null;
        }

        var names = self.ToStringWithoutAddress()[Root.Length..].Split('/', 4);
        return names.Length < 3 ? null : new EntityPath(Read(names[0]), Read(names[1]), Read(names[2]));
    }

    // Ids are escaped to be names of actors.
    private static string Read(string name) => ForeignText.Clean(Uri.UnescapeDataString(name));
}
