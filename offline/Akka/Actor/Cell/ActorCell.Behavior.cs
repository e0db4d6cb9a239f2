namespace Akka.Actor;

public partial class ActorCell
{
    private Receive? _receive;

    public void Become(Receive receive) => _receive = receive;
}
