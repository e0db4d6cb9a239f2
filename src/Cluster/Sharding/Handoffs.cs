using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Measures hand-offs of shards. The coordinator has a <c>RebalanceWorker</c> for each hand-off (inside <c>ShardCoordinator</c>, Akka 1.5.71). That
/// actor lives exactly as long as the hand-off: from the first message to the regions until the shard has stopped or the time-out has passed. So the
/// lifetime of that actor is measured, on the node where the coordinator runs.
/// </summary>
internal sealed class Handoffs(SystemTags tags)
{
    /// <summary>The worker's type, by name, because it is internal in Akka.</summary>
    internal const string Worker = "Akka.Cluster.Sharding.ShardCoordinator+RebalanceWorker";

    private const string Coordinator = "Coordinator";

    private readonly ConcurrentDictionary<IActorRef, (TaggedCount Type, long Begun)> _open = new();
    private readonly Capped<string, TaggedCount> _types = new(
        RegionsAsked.MaxTypes, _ => FoldedNames.Other, type =>
            new(tags.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.ShardRegionName, type))));

    /// <summary>Hand-offs that have begun, by entity type.</summary>
    public IEnumerable<TaggedCount> Begun => _types;

    public void Started(ActorCell actor)
    {
        if (IsWorker(actor.Props.Type) && TypeIn(actor.Self.Path) is { } name)
        {
            var type = _types.For(name);
            type.Increment();
            _open[actor.Self] = (type, Stopwatch.GetTimestamp());
        }
    }

    /// <summary>Whether the actor was a hand-off.</summary>
    /// <param name="actor">An actor that has stopped.</param>
    /// <param name="seconds">The duration.</param>
    /// <param name="attributes">The attributes of the entity type.</param>
    public bool Stopped(IActorRef actor, out double seconds, [NotNullWhen(true)] out KeyValuePair<string, object?>[]? attributes)
    {
        (seconds, attributes) = (0, null);
        if (_open.IsEmpty || !_open.TryRemove(actor, out var handoff))
        {
            return false;
        }

        (seconds, attributes) = (Ticks.ToSeconds(Stopwatch.GetTimestamp() - handoff.Begun), handoff.Type.Tags);
        return true;
    }

    // The full name is built once for each type, but the short one distinguishes nearly all.
    private static bool IsWorker(Type actor) => actor.Name == "RebalanceWorker" && actor.FullName == Worker;

    // /system/sharding/{type}Coordinator/singleton/coordinator/{worker}
    private static string? TypeIn(ActorPath path) =>
        path.Elements is [_, _, var manager, ..] && manager.EndsWith(Coordinator, StringComparison.Ordinal)
            ? Uri.UnescapeDataString(manager[..^Coordinator.Length])
            : null;
}
