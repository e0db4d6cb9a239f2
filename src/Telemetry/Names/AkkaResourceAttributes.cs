namespace AkkaInstrumentation;

/// <summary>
/// Names of the attributes that only resources have. A resource also has <see cref="AkkaSpanAttributes.ActorSystemName"/> and
/// <see cref="AkkaSpanAttributes.NodeAddress"/>. The names are a contract: the documentation of telemetry lists them, and a test compares both.
/// </summary>
internal static class AkkaResourceAttributes
{
    /// <summary>The roles of the node in its cluster, a list of texts. Absent where it has none.</summary>
    public const string ClusterRoles = "akka.cluster.roles";
}
