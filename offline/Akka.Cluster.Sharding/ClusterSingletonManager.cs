using Akka.Actor;

namespace Akka.Cluster.Tools.Singleton;

/// <summary>The parent of a singleton. Here it always runs it: whoever starts it decides.</summary>
internal sealed class ClusterSingletonManager(Props singleton) : ParentOf(singleton, "singleton");

/// <summary>An actor that only has a child.</summary>
internal class ParentOf(Props child, string name) : UntypedActor
{
    protected override void PreStart() => Context.ActorOf(child, name);

    protected override void OnReceive(object message)
    {
    }
}
