namespace AkkaInstrumentation;

/// <summary>The place of a sharded entity, from its path: <c>/system/sharding/{region}/{shard}/{entity}</c>. Immutable.</summary>
/// <param name="Region">The name of the entity's type.</param>
/// <param name="Shard">The id of its shard.</param>
/// <param name="Entity">The id of the entity.</param>
internal sealed record EntityPath(string Region, string Shard, string Entity)
{
    private const string Root = "/system/sharding/";

    /// <summary>The place of the entity at a path, or of the entity above it; null for all other actors. Called once for each traced actor.</summary>
    /// <param name="path">Without the address.</param>
    public static EntityPath? Of(string path)
    {
        if (!path.StartsWith(Root, StringComparison.Ordinal))
        {
            return null;
        }

        var names = path[Root.Length..].Split('/', 4);
        return names.Length < 3 ? null : new EntityPath(Read(names[0]), Read(names[1]), Read(names[2]));
    }

    // Ids are escaped to be names of actors.
    private static string Read(string name) => Uri.UnescapeDataString(name);
}
