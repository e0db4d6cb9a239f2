namespace AkkaInstrumentation;

/// <summary>Which actors are sharding's own: shards, and coordinators of shards. What they have buffered is lost when they restart.</summary>
internal static class ShardingActors
{
    private const string Root = "/system/sharding/";
    private const string Coordinator = "/singleton/coordinator";

    // A shard's path is /system/sharding/type/shard. Those of its entities are longer.
    private const int PartsOfShard = 4;

    public static bool Buffers(ActorRestart restart) =>
        restart.Path.StartsWith(Root, StringComparison.Ordinal)
        && ((restart.ActorType == "Shard" && restart.Path.Count(part => part == '/') == PartsOfShard)
            || restart.Path.EndsWith(Coordinator, StringComparison.Ordinal));
}
