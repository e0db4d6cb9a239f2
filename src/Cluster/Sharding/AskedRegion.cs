using Akka.Actor;
using Akka.Cluster.Sharding;

namespace AkkaInstrumentation;

/// <summary>The region of one entity type on this node: the questions to it, and its last answer.</summary>
internal sealed class AskedRegion(KeyValuePair<string, object?>[] tags)
{
    private readonly RegionQuestion<ShardRegionStats> _stats = new(GetShardRegionStats.Instance);
    private readonly RegionQuestion<CurrentRegions> _regions = new(GetCurrentRegions.Instance);
    private readonly ShardRates _rates = new();
    private volatile IActorRef? _region;
    private volatile bool _isOver;

    public KeyValuePair<string, object?>[] Tags { get; } = tags;

    /// <summary>The number of shards here; null before the first answer. Shards that did not answer their region are included.</summary>
    public long? Shards => _isOver ? 0 : _stats.Last is { Value: var stats } ? stats.Stats.Count + stats.Failed.Count : null;

    /// <summary>Entities in these shards; null before the first answer.</summary>
    public long? Entities => _isOver ? 0 : _stats.Last is { Value: var stats } ? stats.Stats.Values.Sum(count => (long)count) : null;

    /// <summary>The number of nodes that have a region of the type, according to the coordinator; null before the first answer.</summary>
    public long? Nodes => _isOver ? null : _regions.Last?.Value.Regions.Count;

    /// <summary>When the region answered last; null before that.</summary>
    public long? AnsweredAt => _isOver ? null : _stats.Last?.At;

    /// <summary>Whether an answer is awaited.</summary>
    public bool IsAwaited => _stats.IsAwaited || _regions.IsAwaited;

    /// <summary>Null before the first answer.</summary>
    /// <param name="type">The entity type.</param>
    /// <param name="now">Ticks of the stopwatch.</param>
    /// <param name="named">Whether single shards are named.</param>
    public RegionReport? Read(string type, long now, bool named) => _isOver || _stats.Last is not { Value: var stats, At: var at }
        ? null
        : new(type, Shards ?? 0, Entities ?? 0, Ticks.ToSeconds(now - at), named ? _rates.Busiest(_region, stats.Stats, now) : []);

    /// <param name="region">The region; null if it has stopped. It may be started again.</param>
    /// <param name="clock">Returns the time, in ticks of the stopwatch.</param>
    /// <returns>The number of questions that were asked.</returns>
    public int Ask(IActorRef? region, Func<long> clock)
    {
        if (region is null or InternalActorRefBase { IsTerminated: true })
        {
            _isOver = true;
            return 0;
        }

        (_region, _isOver) = (region, false);
        return (_stats.Ask(region, clock) ? 1 : 0) + (_regions.Ask(region, clock) ? 1 : 0);
    }
}
