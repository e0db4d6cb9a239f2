namespace Akka.Cluster;

/// <summary>The settings under <c>akka.cluster</c>.</summary>
public sealed class ClusterSettings
{
    internal ClusterSettings()
    {
    }

    public Type DowningProviderType { get; } = typeof(NoDowning);
}

/// <summary>Downs nobody.</summary>
public sealed class NoDowning
{
    private NoDowning()
    {
    }
}
