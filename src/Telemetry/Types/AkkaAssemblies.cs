namespace AkkaInstrumentation;

/// <summary>
/// The assemblies of Akka.NET and its plug-ins, whose messages begin no trace. By their exact names: they have no strong name, and applications are
/// called <c>Akka.Something</c> too. The rule <c>akka-messages</c> of reference.conf has the same list, which a test compares.
/// </summary>
internal static class AkkaAssemblies
{
    public static IReadOnlySet<string> Names { get; } = new HashSet<string>(StringComparer.Ordinal)
    {
        "Akka", "Akka.Cluster", "Akka.Cluster.Hosting", "Akka.Cluster.Metrics", "Akka.Cluster.Sharding", "Akka.Cluster.Tools", "Akka.Coordination",
        "Akka.Coordination.Azure", "Akka.Coordination.KubernetesApi", "Akka.DependencyInjection", "Akka.Discovery", "Akka.Discovery.Azure",
        "Akka.Discovery.KubernetesApi", "Akka.DistributedData", "Akka.DistributedData.LightningDB", "Akka.Hosting", "Akka.Hosting.TestKit", "Akka.Management",
        "Akka.Persistence", "Akka.Persistence.Azure", "Akka.Persistence.Hosting", "Akka.Persistence.MongoDb", "Akka.Persistence.PostgreSql",
        "Akka.Persistence.Query", "Akka.Persistence.Query.Sql", "Akka.Persistence.Redis", "Akka.Persistence.Sql", "Akka.Persistence.Sql.Common",
        "Akka.Persistence.Sqlite", "Akka.Persistence.SqlServer", "Akka.Persistence.TestKit", "Akka.Remote", "Akka.Remote.Hosting", "Akka.Streams",
        "Akka.Streams.Amqp.RabbitMq", "Akka.Streams.Kafka", "Akka.Streams.TestKit", "Akka.TestKit", "Akka.TestKit.NUnit", "Akka.TestKit.Xunit",
        "Akka.TestKit.Xunit2",
    };
}
