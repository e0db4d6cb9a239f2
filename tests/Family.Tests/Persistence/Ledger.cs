using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>The other kind of persistent actor.</summary>
internal sealed class Ledger : ReceivePersistentActor
{
    public Ledger(IActorRef notified)
    {
        Command<string>(command => Persist(command.Length, length => notified.Tell(length)));
        Recover<int>(_ => { });
    }

    public override string PersistenceId { get; } = $"ledger-{Guid.NewGuid():N}";
}
