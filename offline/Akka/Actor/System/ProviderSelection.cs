#nullable disable annotations // oblivious, as Akka's own signatures are

namespace Akka.Actor;

/// <summary>Which provider a system gets, by the name of its type.</summary>
public abstract class ProviderSelection
{
    private ProviderSelection(string fqn) => Fqn = fqn;

    internal string Fqn { get; }

    /// <summary>The type that a short name in HOCON stands for.</summary>
    internal static string Named(string provider) => provider switch
    {
        "local" or "Akka.Actor.LocalActorRefProvider" => "Akka.Actor.LocalActorRefProvider, Akka",
        "remote" => Remote.Instance.Fqn,
        "cluster" => Cluster.Instance.Fqn,
        _ => provider,
    };

    public sealed class Remote : ProviderSelection
    {
        public static readonly Remote Instance = new();

        private Remote()
            : base("Akka.Remote.RemoteActorRefProvider, Akka.Remote")
        {
        }
    }

    public sealed class Cluster : ProviderSelection
    {
        public static readonly Cluster Instance = new();

        private Cluster()
            : base("Akka.Cluster.ClusterActorRefProvider, Akka.Cluster")
        {
        }
    }

    public sealed class Custom : ProviderSelection
    {
        public Custom(string fqn, string identifier = null, bool hasCluster = false)
            : base(fqn) => _ = (identifier, hasCluster);
    }
}
