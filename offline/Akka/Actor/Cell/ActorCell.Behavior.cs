namespace Akka.Actor;

public partial class ActorCell
{
    private Receive? _receive;
    private Stack<Receive>? _outerBehaviors;

    public void Become(Receive receive) => _receive = receive;

    public void BecomeStacked(Receive receive)
    {
        if (_receive is not null)
        {
            (_outerBehaviors ??= new Stack<Receive>()).Push(_receive);
        }

        _receive = receive;
    }

    public void UnbecomeStacked()
    {
        if (_outerBehaviors is not null && _outerBehaviors.TryPop(out var outer))
        {
            _receive = outer;
        }
    }
}
