namespace AkkaInstrumentation;

/// <summary>Recognises the actors of sharding itself: shards and coordinators of shards. Their buffered messages are lost when they
/// restart.</summary>
internal static class ShardingActors
{
    private const string Root = "/system/sharding/";
    private const string Coordinator = "/singleton/coordinator";

    // A shard's path is /system/sharding/type/shard. The paths of its entities are longer.
    private const int PartsOfShard = 4;

    public static bool Buffers(ActorRestart restart) =>
        restart.Path.StartsWith(Root, StringComparison.Ordinal)
        && ((restart.ActorType == "Shard" && restart.Path.Count(part => part == '/') == PartsOfShard)
            || restart.Path.EndsWith(Coordinator, StringComparison.Ordinal));
}
