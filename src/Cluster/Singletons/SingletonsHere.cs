using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The singletons that run on this node: the children of singleton managers. Only the node that has a singleton knows that; its manager sends no
/// notification. So each node reports its own singletons.
/// </summary>
internal sealed class SingletonsHere(SystemTags tags)
{
    /// <summary>The manager's type, by name: its package is not referenced.</summary>
    internal const string Manager = "Akka.Cluster.Tools.Singleton.ClusterSingletonManager";

    /// <summary>The manager's other child, an actor of Akka's (started by <c>ClusterSingletonManager</c>, Akka 1.5.71).</summary>
    internal const string Buffer = "Akka.Cluster.Tools.Singleton.OldestChangedBuffer";

    private const int MaxManagers = 100;

    private readonly ConcurrentDictionary<IActorRef, Managed> _running = new();
    private readonly Capped<string, Managed> _managers = new(
        MaxManagers,
        _ => FoldedNames.Other,
        path => new(path, tags.With(new KeyValuePair<string, object?>(AkkaMetricAttributes.ClusterSingletonManagerPath, path))));

    public IEnumerable<Measurement<long>> Counts() => _managers.Select(manager => new Measurement<long>(manager.Running, manager.Tags));

    /// <summary>The managers whose singletons run here.</summary>
    public IEnumerable<string> Running => _managers.Where(manager => manager.Running > 0).Select(manager => manager.Path);

    public void Started(ActorCell actor)
    {
        if (actor.Parent is ActorRefWithCell { Underlying.Props.Type: { Name: "ClusterSingletonManager", FullName: Manager } }
            && actor.Props.Type.FullName != Buffer)
        {
            var manager = _managers.For(actor.Parent.Path.ToStringWithoutAddress());
            if (_running.TryAdd(actor.Self, manager))
            {
                manager.Add(1);
            }
        }
    }

    public void Stopped(IActorRef actor)
    {
        if (!_running.IsEmpty && _running.TryRemove(actor, out var manager))
        {
            manager.Add(-1);
        }
    }

    /// <summary>The singletons of one manager.</summary>
    private sealed class Managed(string path, KeyValuePair<string, object?>[] tags)
    {
        private long _running;

        public string Path => path;

        public KeyValuePair<string, object?>[] Tags { get; } = tags;

        public long Running => Interlocked.Read(ref _running);

        public void Add(int change) => Interlocked.Add(ref _running, change);
    }
}
