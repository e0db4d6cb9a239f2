namespace AkkaInstrumentation.Tests.Rules;

/// <summary>
/// The full names of the actors in the assemblies of Akka.NET 1.5.74 (Sharding, Tools and DistributedData 1.5.73), as reflection writes them. The
/// rules of reference.conf are tried on them without the packages.
/// </summary>
internal static class NewestAkka
{
    /// <summary>Actors of libraries that handle an application's messages on their way.</summary>
    public static IReadOnlyList<string> Infrastructure { get; } = Lines(
        """
        Akka.Cluster.Sharding.ClusterShardingGuardian
        Akka.Cluster.Sharding.DDataShardCoordinator
        Akka.Cluster.Sharding.DaemonMessageRouter
        Akka.Cluster.Sharding.Delivery.Internal.ShardingConsumerController`1
        Akka.Cluster.Sharding.Delivery.Internal.ShardingProducerController`1
        Akka.Cluster.Sharding.External.ExternalShardAllocationStrategy+DDataStateActor
        Akka.Cluster.Sharding.Internal.DDataRememberEntitiesCoordinatorStore
        Akka.Cluster.Sharding.Internal.DDataRememberEntitiesShardStore
        Akka.Cluster.Sharding.Internal.EventSourcedRememberEntitiesCoordinatorStore
        Akka.Cluster.Sharding.Internal.EventSourcedRememberEntitiesShardStore
        Akka.Cluster.Sharding.Internal.RememberEntityStarter
        Akka.Cluster.Sharding.KeepAlivePinger
        Akka.Cluster.Sharding.PersistentShardCoordinator
        Akka.Cluster.Sharding.Shard
        Akka.Cluster.Sharding.ShardCoordinator+RebalanceWorker
        Akka.Cluster.Sharding.ShardRegion
        Akka.Cluster.Sharding.ShardRegion+HandOffStopper
        Akka.Cluster.Tools.Client.ClientResponseTunnel
        Akka.Cluster.Tools.Client.ClusterClient
        Akka.Cluster.Tools.Client.ClusterClientDiscovery
        Akka.Cluster.Tools.Client.ClusterReceptionist
        Akka.Cluster.Tools.PublishSubscribe.DistributedPubSubMediator
        Akka.Cluster.Tools.PublishSubscribe.Internal.Group
        Akka.Cluster.Tools.PublishSubscribe.Internal.Topic
        Akka.Cluster.Tools.Singleton.ClusterSingletonManager
        Akka.Cluster.Tools.Singleton.ClusterSingletonProxy
        Akka.Cluster.Tools.Singleton.OldestChangedBuffer
        Akka.Delivery.Internal.ConsumerController`1
        Akka.Delivery.Internal.ProducerController`1
        Akka.DistributedData.LightningDB.LmdbDurableStore
        Akka.DistributedData.ReadAggregator
        Akka.DistributedData.Replicator
        Akka.DistributedData.WriteAggregator
        Akka.Pattern.BackoffOnRestartSupervisor
        Akka.Pattern.BackoffSupervisor
        Akka.Persistence.Delivery.EventSourcedProducerQueue`1
        Akka.Persistence.Journal.AsyncWriteJournal+Resequencer
        Akka.Persistence.Journal.MemoryJournal
        Akka.Persistence.Journal.PersistencePluginProxy
        Akka.Persistence.Journal.ReplayFilter
        Akka.Persistence.Journal.ReplayMediator
        Akka.Persistence.Journal.SharedMemoryJournal
        Akka.Persistence.RecoveryPermitter
        Akka.Persistence.Snapshot.LocalSnapshotStore
        Akka.Persistence.Snapshot.MemorySnapshotStore
        Akka.Persistence.Snapshot.NoSnapshotStore
        Akka.Streams.Implementation.ActorRefSourceActor`1
        Akka.Streams.Implementation.FanoutProcessorImpl`2
        Akka.Streams.Implementation.Fusing.ActorGraphInterpreter
        Akka.Streams.Implementation.IO.FilePublisher
        Akka.Streams.Implementation.IO.FileSubscriber
        Akka.Streams.Implementation.IO.InputStreamPublisher
        Akka.Streams.Implementation.IO.OutputStreamSubscriber
        Akka.Streams.Implementation.StreamSupervisor
        Akka.Streams.Implementation.Unzip`1
        """);

    /// <summary>Actors of Akka itself, below <c>/system</c>.</summary>
    public static IReadOnlyList<string> System { get; } = Lines(
        """
        Akka.Cluster.AutoDown
        Akka.Cluster.ClusterCoreDaemon
        Akka.Cluster.ClusterCoreSupervisor
        Akka.Cluster.ClusterDaemon
        Akka.Cluster.ClusterDomainEventPublisher
        Akka.Cluster.ClusterHeartbeatReceiver
        Akka.Cluster.ClusterHeartbeatSender
        Akka.Cluster.ClusterReadView+EventBusListener
        Akka.Cluster.ClusterRemoteWatcher
        Akka.Cluster.CoordinatedShutdownLeave
        Akka.Cluster.FirstSeedNodeProcess
        Akka.Cluster.JoinSeedNodeProcess
        Akka.Cluster.OnMemberStatusChangedListener
        Akka.Cluster.Routing.ClusterRouterGroupActor
        Akka.Cluster.Routing.ClusterRouterPoolActor
        Akka.Cluster.SBR.SplitBrainResolver
        Akka.Cluster.SplitBrainDecider
        Akka.Event.DeadLetterListener
        Akka.Event.DefaultLogger
        Akka.Event.EventStreamUnsubscriber
        Akka.Event.LoggingBus+UnhandledMessageForwarder
        Akka.Event.TraceLogger
        Akka.IO.InetAddressDnsResolver
        Akka.IO.SimpleDnsManager
        Akka.IO.TcpIncomingConnection
        Akka.IO.TcpListener
        Akka.IO.TcpManager
        Akka.IO.TcpOutgoingConnection
        Akka.IO.UdpConnectedManager
        Akka.IO.UdpConnection
        Akka.IO.UdpListener
        Akka.IO.UdpManager
        Akka.IO.UdpSender
        Akka.Remote.EndpointManager
        Akka.Remote.EndpointReader
        Akka.Remote.EndpointWriter
        Akka.Remote.ReliableDeliverySupervisor
        Akka.Remote.RemoteActorRefProvider+RemotingTerminator
        Akka.Remote.RemoteDeploymentWatcher
        Akka.Remote.RemoteWatcher
        Akka.Remote.Transport.AkkaProtocolManager
        Akka.Remote.Transport.ProtocolStateActor
        Akka.Remote.Transport.ThrottledAssociation
        Akka.Remote.Transport.ThrottlerManager
        Akka.Remote.TransportSupervisor
        """);

    /// <summary>Messages between a persistent actor and its journal, with the part that the library knows them for.</summary>
    public static IReadOnlyList<(string Name, string Role)> Persistence { get; } =
    [
        .. Lines(
            """
            WriteMessages Request
            WriteMessagesSuccessful BatchAnswer
            WriteMessagesFailed BatchAnswer
            WriteMessageSuccess EventAnswer
            WriteMessageRejected EventAnswer
            WriteMessageFailure EventAnswer
            LoopMessageSuccess EventAnswer
            RecoveryPermitGranted RecoveryBegins
            LoadSnapshotResult Snapshot
            LoadSnapshotFailed Recovered
            ReplayedMessage Replayed
            RecoverySuccess Recovered
            ReplayMessagesFailure Recovered
            RecoveryTick Other
            SaveSnapshotSuccess Other
            DeleteMessagesSuccess Other
            """).Select(line => line.Split(' ')).Select(words => (words[0], words[1])),
    ];

    private static string[] Lines(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
