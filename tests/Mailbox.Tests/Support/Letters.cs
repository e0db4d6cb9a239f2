namespace AkkaInstrumentation.Tests;

/// <summary>The dead letters of a system, in order.</summary>
internal sealed class Letters : UntypedActor
{
    private readonly ConcurrentQueue<DeadLetter> _letters;

    public Letters(ConcurrentQueue<DeadLetter> letters) => _letters = letters;

    /// <summary>What goes to the dead letters from now on. It gets here by a message, so a little later.</summary>
    public static ConcurrentQueue<DeadLetter> Of(TestSystem system)
    {
        var letters = new ConcurrentQueue<DeadLetter>();
        var actor = system.ActorOf(Props.Create(() => new Letters(letters)));
        system.System.EventStream.Subscribe(actor, typeof(DeadLetter));
        return letters;
    }

    protected override void OnReceive(object message)
    {
        if (message is DeadLetter letter)
        {
            _letters.Enqueue(letter);
        }
    }
}
