using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The place of a sharded entity, from its path: <c>/system/sharding/{region}/{shard}/{entity}</c>. Immutable.</summary>
/// <param name="Region">The name of the entity's type.</param>
/// <param name="Shard">The id of its shard.</param>
/// <param name="Entity">The id of the entity.</param>
internal sealed record EntityPath(string Region, string Shard, string Entity)
{
    /// <summary>Below which the regions are.</summary>
    public const string Root = "/system/sharding/";

    /// <summary>The place of an entity, or of the entity above the actor; null for all other actors.</summary>
    /// <param name="path">The actor's path as people read it.</param>
    /// <param name="self">The actor.</param>
    // Called once for each traced entity; for others one comparison suffices. In the path itself the names are still escaped, so that an id may
    // have a slash.
    public static EntityPath? Parse(string path, IActorRef self)
    {
        if (!path.StartsWith(Root, StringComparison.Ordinal))
        {
            return null;
        }

        var names = self.Path.ToStringWithoutAddress()[Root.Length..].Split('/', 4);
        return names.Length < 3 ? null : new EntityPath(Read(names[0]), Read(names[1]), Read(names[2]));
    }

    // Ids are escaped to be names of actors.
    private static string Read(string name) => ForeignText.Clean(Uri.UnescapeDataString(name));
}
