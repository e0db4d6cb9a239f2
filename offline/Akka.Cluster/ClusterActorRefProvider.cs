using Akka.Actor;
using Akka.Event;
using Akka.Remote;

namespace Akka.Cluster;

/// <summary>The provider of systems that are members of a cluster.</summary>
public class ClusterActorRefProvider(string systemName, Settings settings, EventStream eventStream)
    : RemoteActorRefProvider(systemName, settings, eventStream);
