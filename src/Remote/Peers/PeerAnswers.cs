using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The actor under <c>/system</c> by which other nodes see that this one can read contexts. It gets the answers to this node's own questions. Akka
/// answers questions for it.
/// </summary>
internal sealed class PeerAnswers(Peers peers) : UntypedActor
{
    protected override void OnReceive(object message)
    {
        if (message is ActorIdentity answer)
        {
            peers.Answered(answer);
        }
    }
}
