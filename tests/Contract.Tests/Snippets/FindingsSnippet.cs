using Akka.Actor;
using AkkaInstrumentation;

namespace Shop;

/// <summary>An actor outside of the flood that sheds load while a mailbox grows.</summary>
internal static class FindingsSnippet
{
    public static IDisposable Run(ActorSystem system, IActorRef shedder)
    {
        // snippet: findings
        var findings = system.GetInsight().OnFinding(begun: system.EventStream.Publish, ended: system.EventStream.Publish);
        system.EventStream.Subscribe(shedder, typeof(AkkaFinding)); // Kind == AkkaFindingKinds.Growing, until HasEnded
        // end snippet
        return findings;
    }
}
