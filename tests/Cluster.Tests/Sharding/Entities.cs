using Akka.Cluster.Sharding;

namespace AkkaInstrumentation.Tests;

/// <summary>Sharded entities that answer each message with itself. A message is the entity's id.</summary>
internal static class Entities
{
    public const int MaxShards = 5;

    public static Task<IActorRef> StartRegion(this ClusterNode node, string type, Action<string>? extracting = null) =>
        ClusterSharding.Get(node.System).StartAsync(type, _ => Echo.Props, ClusterShardingSettings.Create(node.System), new Ids(extracting));

    /// <summary>Creates entities, and returns when each has answered.</summary>
    public static async Task Create(IActorRef region, int count)
    {
        for (var i = 0; i < count; i++)
        {
            await region.Ask<string>($"entity-{i}", TimeSpan.FromSeconds(60));
        }
    }

    public sealed class Ids(Action<string>? extracting) : HashCodeMessageExtractor(MaxShards)
    {
        public override string EntityId(object message)
        {
            extracting?.Invoke((string)message);
            return (string)message;
        }
    }
}
