namespace AkkaInstrumentation.Tests;

/// <summary>
/// Stashes every message until somebody asks for a number of them; answers with those in the order in which they came back, in one text. Its two
/// derived classes choose the mailbox that its stash asks for.
/// </summary>
public abstract class Stasher : UntypedActor, IWithUnrestrictedStash
{
    private readonly List<object> _back = [];
    private IActorRef? _asker;
    private int _wanted;

    public IStash Stash { get; set; } = null!;

    protected override void OnReceive(object message)
    {
        if (message is int wanted)
        {
            (_asker, _wanted) = (Sender, wanted);
            Stash.UnstashAll();
        }
        else if (_asker is null)
        {
            Stash.Stash();
        }
        else
        {
            _back.Add(message);
            if (_back.Count == _wanted)
            {
                _asker.Tell(string.Join(' ', _back));
            }
        }
    }

    public sealed class Unbounded : Stasher, IWithUnboundedStash;

#pragma warning disable CS0618 // IWithBoundedStash is obsolete, and still what asks for a bounded deque
    public sealed class Bounded : Stasher, IWithBoundedStash;
#pragma warning restore CS0618
}
