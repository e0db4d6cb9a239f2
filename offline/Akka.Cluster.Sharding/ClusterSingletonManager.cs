using Akka.Actor;

namespace Akka.Cluster.Tools.Singleton;

/// <summary>The parent of a singleton. Here it always runs it: whoever starts it decides.</summary>
internal sealed class ClusterSingletonManager(Props singleton) : UntypedActor
{
    public static Props Of(Props singleton) => Props.Create(() => new ClusterSingletonManager(singleton));

    protected override void PreStart() => Context.ActorOf(singleton, "singleton");

    protected override void OnReceive(object message)
    {
    }
}
