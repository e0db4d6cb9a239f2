namespace AkkaInstrumentation.Tests;

/// <summary>
/// Stashes what comes until it gets <c>open</c>. Then it does what the test gives it, and takes all out again. At <c>forget</c> it clears its stash.
/// </summary>
public sealed class Door(Action? opens) : UntypedActor, IWithUnboundedStash
{
    private bool _isOpen;

    public IStash Stash { get; set; } = null!;

    public static Props Props(Action? opens = null) => Akka.Actor.Props.Create(() => new Door(opens));

    protected override void OnReceive(object message)
    {
        if (message is "open")
        {
            opens?.Invoke();
            _isOpen = true;
            Stash.UnstashAll();
        }
        else if (message is "forget")
        {
            Stash.ClearStash();
        }
        else if (!_isOpen)
        {
            Stash.Stash();
        }
    }
}
