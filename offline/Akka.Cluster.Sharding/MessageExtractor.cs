#nullable disable annotations // oblivious, as Akka's own signatures are

using System.Globalization;

namespace Akka.Cluster.Sharding;

/// <summary>Reads the entity and the shard from a message.</summary>
public interface IMessageExtractor
{
    string EntityId(object message);

    object EntityMessage(object message);

    string ShardId(string entityId, object messageHint = null);
}

/// <summary>Spreads entities over shards by a hash of their id.</summary>
public abstract class HashCodeMessageExtractor : IMessageExtractor
{
    public readonly int MaxNumberOfShards;

    protected HashCodeMessageExtractor(int maxNumberOfShards) => MaxNumberOfShards = maxNumberOfShards;

    public abstract string EntityId(object message);

    public virtual object EntityMessage(object message) => message;

    public virtual string ShardId(string entityId, object messageHint = null) =>
        (entityId.Sum(letter => (int)letter) % MaxNumberOfShards).ToString(CultureInfo.InvariantCulture);
}
