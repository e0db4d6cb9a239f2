namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>The handler of an event persists the next one: commands that come meanwhile wait for the last.</summary>
public sealed class ChainedEventsSpec
{
    private sealed record Chains(int Number, int Events);

    private sealed class Chaining(IActorRef notified) : UntypedPersistentActor
    {
        public override string PersistenceId { get; } = Account.NewId();

        protected override void OnRecover(object message) { }

        protected override void OnCommand(object message)
        {
            if (message is Chains command)
            {
                PersistNext(command.Number, command.Events);
            }
            else
            {
                Sender.Tell("ready");
            }
        }

        private void PersistNext(int number, int left) => Persist(new Account.Persisted(number), handled =>
        {
            if (left > 1)
            {
                PersistNext(number, left - 1);
            }
            else
            {
                notified.Tell(handled);
            }
        });
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(6)]
    public async Task Each_command_that_waited_keeps_its_trace(int events)
    {
        const int Commands = 50;
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var told = new Told();
        var notified = told.Actor(system);
        var chaining = system.ActorOf(Props.Create(() => new Chaining(notified)), "chaining");
        await chaining.Ask<string>("ready?", TimeSpan.FromSeconds(60));

        for (var i = 0; i < Commands; i++)
        {
            told.Sends(i, new Chains(i, events), chaining);
        }

        await told.AllAreInTheirTraces(Commands);
    }
}
