namespace AkkaInstrumentation.Tests;

/// <summary>The stash when its actor restarts.</summary>
public class StashLifeSpec
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task A_restart_puts_back_what_was_stashed_for_the_new_instance()
    {
        await using var system = Systems.Instrumented().Measured(out _);
        var actor = system.ActorOf(Props.Create(() => new Fragile()));

        actor.Tell("one", ActorRefs.NoSender);
        actor.Tell("two", ActorRefs.NoSender);
        actor.Tell(new InvalidOperationException(), ActorRefs.NoSender);

        // the new instance stashes them again: the same stories go on
        var stories = await actor.Ask<int[]>(1, Patience);
        Assert.Equal([2, 2], stories);
    }

    private sealed class Fragile : UntypedActor, IWithUnboundedStash
    {
        private readonly List<StashHistory> _stories = [];

        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
            switch (message)
            {
                case string:
                    Stash.Stash();
                    _stories.Add(((IStashingQueue)Context.Self.Queue()).Stash!.History!);
                    break;
                case int:
                    Sender.Tell(_stories.Select(history => history.Times).ToArray());
                    break;
                case Exception e:
                    throw e;
            }
        }
    }
}
