namespace AkkaInstrumentation.Tests;

/// <summary>
/// An actor that stashes every message until the test opens it, and does to its stash what the test asks for, on its own thread. What it stashed and
/// what came back is noted with the stories.
/// </summary>
internal sealed class StashRun
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
    private readonly List<StashHistory?> _stashed = [];
    private readonly List<(object Message, StashHistory? History)> _back = [];
    private bool _open;

    public StashRun(TestSystem system, string mailbox, int? capacity = null)
    {
        var props = Props.Create(() => new Stashing(this)).WithMailbox(mailbox);
        Actor = system.ActorOf(capacity is { } size ? props.WithDeploy(props.Deploy.WithStashCapacity(size)) : props);
    }

    public IActorRef Actor { get; }

    /// <summary>The stories of what was stashed, in order.</summary>
    public IReadOnlyList<StashHistory?> Stashed => _stashed;

    /// <summary>The messages that came back.</summary>
    public IReadOnlyList<(object Message, StashHistory? History)> Back => _back;

    public IEnumerable<StashHistory?> Stories => _back.Select(message => message.History);

    /// <summary>Stashes these messages.</summary>
    public Task Stash(params object[] messages)
    {
        foreach (var message in messages)
        {
            Actor.Tell(message, ActorRefs.NoSender);
        }

        return Do(_ => { });
    }

    /// <summary>Does this to the stash and waits until what came back by it has been handled.</summary>
    public async Task Return(Action<IStash> act)
    {
        await Do(stash =>
        {
            _open = true;
            act(stash);
        });
        await Do(_ => _open = false);
    }

    public async Task Do(Action<IStash> act)
    {
        var result = await Actor.Ask<Exception?[]>(new Order(act), Patience);
        if (result[0] is { } error)
        {
            throw error;
        }
    }

    private sealed record Order(Action<IStash> Act);

    private sealed class Stashing(StashRun run) : UntypedActor, IWithUnrestrictedStash
    {
        public IStash Stash { get; set; } = null!;

        private static InstrumentedStash Own => ((IStashingQueue)Context.Self.Queue()).Stash!;

        protected override void OnReceive(object message)
        {
            if (message is Order order)
            {
                Exception? error = null;
                try
                {
                    order.Act(Stash);
                }
                catch (Exception e)
                {
                    error = e;
                }

                Sender.Tell(new[] { error });
            }
            else if (run._open)
            {
                run._back.Add((message, Own.History));
            }
            else
            {
                Stash.Stash();
                run._stashed.Add(Own.History);
            }
        }
    }
}
