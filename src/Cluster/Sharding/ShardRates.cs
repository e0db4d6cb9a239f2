using System.Collections.Immutable;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Messages a second of the shards of one region. A shard is an actor below its region, and all messages to its entities go through it. So its
/// mailbox has their number, if it is instrumented and somebody listens to metrics. Any thread.
/// </summary>
internal sealed class ShardRates
{
    /// <summary>Shards that are named.</summary>
    internal const int MaxNamed = 10;

    private const int MaxShards = 1_000;
    private const int LongestId = 100;

    // A rate over a longer time would be an old one.
    private const double Longest = 15;

    private readonly object _lock = new();
    private Dictionary<string, long> _before = [];
    private Dictionary<string, double> _rates = [];
    private long _beforeAt;

    /// <summary>Those with most messages, and then those with most entities.</summary>
    /// <param name="region">The region.</param>
    /// <param name="entities">Its answer about its shards.</param>
    /// <param name="now">Ticks of the stopwatch.</param>
    public IReadOnlyList<ShardReport> Busiest(IActorRef? region, IImmutableDictionary<string, int> entities, long now)
    {
        var rates = Read(region, now);
        return [.. entities
            .Select(shard => new ShardReport(shard.Key, shard.Value, rates.TryGetValue(shard.Key, out var rate) ? Math.Round(rate, 2) : null))
            .OrderByDescending(shard => shard.PerSecond ?? 0).ThenByDescending(shard => shard.Entities)
                .ThenBy(shard => shard.Id, StringComparer.Ordinal)
            .Take(MaxNamed)
            .Select(shard => shard with { Id = shard.Id.Length > LongestId ? $"{shard.Id[..LongestId]}…" : shard.Id })];
    }

    private Dictionary<string, double> Read(IActorRef? region, long now)
    {
        lock (_lock)
        {
            if (now - _beforeAt < Stopwatch.Frequency / 2)
            {
                return _rates;
            }

            var messages = new Dictionary<string, long>();
            foreach (var shard in (region as ActorRefWithCell)?.Children.OfType<ActorRefWithCell>().Take(MaxShards) ?? [])
            {
                if (shard.Underlying is ActorCell { Mailbox.MessageQueue: IObservedQueue { Observed: var mailbox } })
                {
                    messages[Uri.UnescapeDataString(shard.Path.Name)] = mailbox.Cells.Sum;
                }
            }

            var seconds = Ticks.ToSeconds(now - _beforeAt);
            _rates = seconds > Longest ? [] : messages.Where(shard => shard.Value >= _before.GetValueOrDefault(shard.Key))
                .ToDictionary(shard => shard.Key, shard => (shard.Value - _before.GetValueOrDefault(shard.Key)) / seconds);
            (_before, _beforeAt) = (messages, now);
            return _rates;
        }
    }
}
