using System.Collections.Immutable;
using Akka.Actor;

namespace Akka.Cluster.Sharding;

/// <summary>Asks a region for its <see cref="ShardRegionStats"/>.</summary>
public sealed class GetShardRegionStats
{
    public static readonly GetShardRegionStats Instance = new();

    private GetShardRegionStats()
    {
    }
}

/// <summary>The shards of a region, with the number of their entities.</summary>
public sealed class ShardRegionStats
{
    public readonly IImmutableDictionary<string, int> Stats;

    public readonly IImmutableSet<string> Failed;

    public ShardRegionStats(IImmutableDictionary<string, int> stats, IImmutableSet<string> failed) => (Stats, Failed) = (stats, failed);
}

/// <summary>Asks a region for the <see cref="CurrentRegions"/>.</summary>
public sealed class GetCurrentRegions
{
    public static readonly GetCurrentRegions Instance = new();

    private GetCurrentRegions()
    {
    }
}

/// <summary>The nodes that have a region of the type.</summary>
public sealed class CurrentRegions
{
    public readonly IImmutableSet<Address> Regions;

    public CurrentRegions(IImmutableSet<Address> regions) => Regions = regions;
}

/// <summary>A region hands off its shards and stops.</summary>
public sealed class GracefulShutdown
{
    public static readonly GracefulShutdown Instance = new();

    private GracefulShutdown()
    {
    }
}
