using Akka.Persistence;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Persists what commands name, and notifies an actor from the persist handler.</summary>
internal sealed class Account(string id, IActorRef notified) : UntypedPersistentActor
{
    private bool _isOpen;
    private int _recovered;
    private int _snapshot;
    private int _loads;

    public sealed record Persists(int Number);

    public sealed record PersistsAll(int Number, int Events);

    public sealed record PersistsAsync(int Number);

    public sealed record Defers(int Number);

    /// <summary>Persists this event.</summary>
    public sealed record PersistsThat(Persisted Event);

    /// <summary>Persists that many events with <c>PersistAsync</c>.</summary>
    public sealed record Bursts(int Number, int Events);

    /// <summary>Persists an event, and another one in its handler, both with <c>PersistAsync</c>. Tells only the second one.</summary>
    public sealed record PersistsTwice(int Number);

    /// <summary>Persists an event before and one after an await, which ends when the task does.</summary>
    public sealed record PersistsAroundAwait(int Number, Task Until);

    /// <summary>Defers this object itself.</summary>
    public sealed record DefersThat(Persisted Shared);

    /// <summary>Asks the snapshot store for a snapshot, and tells the number when it has come.</summary>
    public sealed record LoadsSnapshot(int Number);

    /// <summary>Saves a snapshot: the number of events so far.</summary>
    public sealed record Saves;

    /// <summary>Stashed until <see cref="Open"/>, then persisted.</summary>
    public sealed record StashesThenPersists(int Number);

    public sealed record Open;

    /// <summary>Makes the handler throw.</summary>
    public sealed record Fails;

    /// <summary>Told when the account has recovered from that snapshot and so many events.</summary>
    public sealed record Ready(int Snapshot, int Events);

    public sealed record Persisted(int Number);

    public override string PersistenceId => id;

    public static Props Props(IActorRef notified) => Props(NewId(), notified);

    public static Props Props(string id, IActorRef notified) => Akka.Actor.Props.Create(() => new Account(id, notified));

    public static string NewId() => $"account-{Guid.NewGuid():N}";

    /// <summary>Starts one and waits until it has recovered: what it gets before that it stashes.</summary>
    public static async Task<IActorRef> Recovered(TestSystem system, IActorRef notified, string name = "account")
    {
        var account = system.ActorOf(Props(notified), name);
        await account.Ask<string>("ready?", TimeSpan.FromSeconds(60));
        return account;
    }

    protected override void OnRecover(object message)
    {
        switch (message)
        {
            case SnapshotOffer { Snapshot: int events }:
                _snapshot = events;
                break;
            case Persisted:
                _recovered++;
                break;
            case RecoveryCompleted:
                notified.Tell(new Ready(_snapshot, _recovered));
                break;
        }
    }

    protected override void OnCommand(object message)
    {
        switch (message)
        {
            case Persists command:
                Persist(new Persisted(command.Number), Notify);
                break;
            case PersistsAll command:
                PersistAll(Enumerable.Range(0, command.Events).Select(_ => new Persisted(command.Number)), Notify);
                break;
            case PersistsAsync command:
                PersistAsync(new Persisted(command.Number), Notify);
                break;
            case Defers command:
                PersistAsync(new Persisted(command.Number), _ => { });
                DeferAsync(new Persisted(command.Number), Notify);
                break;
            case PersistsThat command:
                PersistAsync(command.Event, Notify);
                break;
            case Bursts command:
                for (var i = 0; i < command.Events; i++)
                {
                    PersistOneOfMany(command.Number);
                }

                break;
            case PersistsTwice command:
                PersistAsync(new Persisted(command.Number), first => PersistAsync(first, Notify));
                break;
            case PersistsAroundAwait command:
                RunTask(async () =>
                {
                    PersistAsync(new Persisted(command.Number), Notify);
                    await command.Until;
                    PersistAsync(new Persisted(command.Number), Notify);
                });
                break;
            case DefersThat command:
                PersistAsync(new Persisted(command.Shared.Number), _ => { });
                DeferAsync(command.Shared, Notify);
                break;
            case LoadsSnapshot command:
                _loads = command.Number;
                LoadSnapshot(id, SnapshotSelectionCriteria.Latest, long.MaxValue);
                break;
            case Saves:
                SaveSnapshot((int)LastSequenceNr);
                break;
            case LoadSnapshotResult:
                Notify(new Persisted(_loads));
                break;
            case StashesThenPersists when !_isOpen:
                Stash.Stash();
                break;
            case StashesThenPersists command:
                Persist(new Persisted(command.Number), Notify);
                break;
            case Fails:
                throw new InvalidOperationException("told to fail");
            case string:
                Sender.Tell("ready");
                break;
            case Open:
                _isOpen = true;
                Stash.UnstashAll();
                break;
        }
    }

    protected override void OnPersistFailure(Exception cause, object @event, long sequenceNr) => Notify((Persisted)@event);

    protected override void OnPersistRejected(Exception cause, object @event, long sequenceNr) => Notify((Persisted)@event);

    private void PersistOneOfMany(int number) => PersistAsync(new Persisted(number), Notify);

    private void Notify(Persisted persisted) => notified.Tell(persisted);
}
