using System.Collections.Immutable;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Messages a second of the shards of one region. A shard is an actor below its region, and all messages to its entities go through it. So its
/// mailbox knows their number, if it is instrumented and metrics are collected. Any thread.
/// </summary>
internal sealed class ShardRates
{
    /// <summary>The number of shards that are named.</summary>
    internal const int MaxNamed = 10;

    private const int MaxShards = 1_000;
    private const int LongestId = 100;

    // Large enough that the shards of one reading always find a place, even after others have left.
    private readonly MessageRates _rates = new(most: 2 * MaxShards);

    /// <summary>The shards with most messages, and then those with most entities.</summary>
    /// <param name="region">The region.</param>
    /// <param name="entities">Its answer about its shards.</param>
    /// <param name="now">Ticks of the stopwatch.</param>
    public IReadOnlyList<ShardReport> Busiest(IActorRef? region, IImmutableDictionary<string, int> entities, long now)
    {
        var rates = new Dictionary<string, double?>();
        foreach (var shard in (region as ActorRefWithCell)?.Children.OfType<ActorRefWithCell>().Take(MaxShards) ?? [])
        {
            if (shard.Underlying is ActorCell { Mailbox.MessageQueue: IObservedQueue { Observed: var mailbox } })
            {
                var id = Uri.UnescapeDataString(shard.Path.Name);
                rates[id] = _rates.Of(id, mailbox.Cells.Sum, now);
            }
        }

        return [.. entities
            .Select(shard => new ShardReport(shard.Key, shard.Value, rates.GetValueOrDefault(shard.Key) is { } rate ? Math.Round(rate, 2) : null))
            .OrderByDescending(shard => shard.PerSecond ?? 0).ThenByDescending(shard => shard.Entities)
                .ThenBy(shard => shard.Id, StringComparer.Ordinal)
            .Take(MaxNamed)
            .Select(shard => shard with { Id = shard.Id.Length > LongestId ? $"{shard.Id[..LongestId]}…" : shard.Id })];
    }
}
