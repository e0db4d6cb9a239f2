namespace AkkaInstrumentation.Tests;

/// <summary>Stashes its first message and takes it out again at once; heeds nothing else.</summary>
public sealed class StashesOnce : UntypedActor, IWithUnboundedStash
{
    private bool _had;

    public IStash Stash { get; set; } = null!;

    protected override void OnReceive(object message)
    {
        if (!_had)
        {
            _had = true;
            Stash.Stash();
            Stash.UnstashAll();
        }
    }
}
