using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Akka.Actor;
using Akka.Cluster.Sharding;

namespace AkkaInstrumentation;

/// <summary>
/// Regions, shards and entities of one node, for the instruments. A collection reports the last answers of the regions. It also asks the regions
/// again, on another thread, if the last round was <see cref="Period"/> ago. So nothing is asked while no metrics are collected, and no collection
/// waits. Any thread.
/// </summary>
internal sealed class RegionsAsked(ActorSystem system, SystemTags tags)
{
    /// <summary>Entity types beyond this number are not asked.</summary>
    internal const int MaxTypes = 100;

    /// <summary>Shards are named for this number of entity types.</summary>
    private const int MaxNamed = 20;

    /// <summary>The shortest time between two rounds of questions.</summary>
    internal static readonly TimeSpan Period = TimeSpan.FromSeconds(10);

    private static readonly long PeriodTicks = Ticks.From(Period);

    private readonly LateExtension<ClusterSharding> _extension = new(system);
    private readonly ConcurrentDictionary<string, AskedRegion> _regions = new();
    private readonly object _asking = new();
    private long? _askedAt;
    private int _rounds;
    private int _questions;

    /// <summary>The time, in ticks of the stopwatch. Tests set it.</summary>
    internal Func<long> Clock { get; set; } = Stopwatch.GetTimestamp;

    /// <summary>Rounds of questions so far, for tests.</summary>
    internal int Rounds => Volatile.Read(ref _rounds);

    /// <summary>Questions so far, for tests: two for each region and round, as long as they are answered.</summary>
    internal int Asked => Volatile.Read(ref _questions);

    /// <summary>Whether an answer is awaited, for tests.</summary>
    internal bool AreAwaited => _regions.Values.Any(region => region.IsAwaited);

    public IEnumerable<Measurement<long>> Nodes() => Read(region => region.Nodes);

    public IEnumerable<Measurement<long>> Shards() => Read(region => region.Shards);

    public IEnumerable<Measurement<long>> Entities() => Read(region => region.Entities);

    /// <summary>The last answers of the regions, for the dashboards of the cluster. Like a collection, this asks them again.</summary>
    public IReadOnlyList<RegionReport> Reports()
    {
        AskUnlessJustAsked();
        var now = Clock();
        return [.. _regions.OrderBy(region => region.Key, StringComparer.Ordinal)
            .Select((region, place) => region.Value.Read(region.Key, now, named: place < MaxNamed)).OfType<RegionReport>()];
    }

    public IEnumerable<Measurement<double>> AnswerAge()
    {
        var now = Clock();
        return Read(region => region.AnsweredAt is { } at ? Ticks.ToSeconds(now - at) : (double?)null);
    }

    private List<Measurement<T>> Read<T>(Func<AskedRegion, T?> value)
        where T : struct
    {
        AskUnlessJustAsked();
        return [.. from region in _regions.Values
                   let read = value(region)
                   where read is not null
                   select new Measurement<T>(read.Value, region.Tags)];
    }

    private void AskUnlessJustAsked()
    {
        if (_extension.Value is not { } sharding)
        {
            return;
        }

        lock (_asking)
        {
            var now = Clock();
            if (now - _askedAt < PeriodTicks)
            {
                return;
            }

            _askedAt = now;
        }

        // Runs without the collector's execution context, because the questions belong to no trace.
        ThreadPool.UnsafeQueueUserWorkItem(static state => state.Self.AskAll(state.Sharding), (Self: this, Sharding: sharding), preferLocal: false);
    }

    private void AskAll(ClusterSharding sharding)
    {
        try
        {
            var started = sharding.ShardTypeNames;
            foreach (var (type, region) in _regions)
            {
                // Sharding forgets a region that has stopped.
                if (!started.Contains(type))
                {
                    region.Ask(null, Clock);
                }
            }

            foreach (var type in started.Order(StringComparer.Ordinal))
            {
                if (_regions.Count < MaxTypes || _regions.ContainsKey(type))
                {
                    var region = _regions.GetOrAdd(
                        type,
                        static (type, tags) => new(tags.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.ShardRegionName, type))),
                        tags);
                    Interlocked.Add(ref _questions, region.Ask(sharding.ShardRegion(type), Clock));
                }
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Watch, e);
        }

        Interlocked.Increment(ref _rounds);
    }
}
