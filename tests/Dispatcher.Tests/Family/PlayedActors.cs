using Akka.Actor;
using Akka.Persistence;
using Akka.Persistence.Journal;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>
/// Plays a persistent actor: each text is persisted, and its handler tells the event to <paramref name="notified"/>. Before that the command's handler
/// tells <paramref name="asked"/> the text, if there is such an actor.
/// </summary>
internal sealed class PlayedActor(IActorRef journal, IActorRef notified, IActorRef? asked) : Eventsourced
{
    public static Props Props(IActorRef journal, IActorRef notified, IActorRef? asked = null) =>
        Akka.Actor.Props.Create(() => new PlayedActor(journal, notified, asked));

    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case string text:
                asked?.Tell(text);
                journal.Tell(new WriteMessages([new AtomicWrite([new Persistent(new Written(text), Sender)])], Self));
                break;
            case WriteMessageSuccess success:
                notified.Tell(success.Persistent.Payload);
                break;
            case Akka.Persistence.RecoverySuccess:
                notified.Tell("recovered");
                break;
            case Exception exception:
                throw exception;
        }
    }
}

/// <summary>Plays a journal that keeps requests until there are so many, and answers the last one first.</summary>
internal sealed class PlayedJournal(int requests) : WriteJournalBase
{
    private readonly Stack<WriteMessages> _held = new();

    public static Props Props(int requests) => Akka.Actor.Props.Create(() => new PlayedJournal(requests));

    protected override void OnReceive(object message)
    {
        _held.Push((WriteMessages)message);
        if (_held.Count < requests)
        {
            return;
        }

        while (_held.TryPop(out var request))
        {
            request.PersistentActor.Tell(new WriteMessagesSuccessful());
            foreach (var written in request.Messages.Cast<AtomicWrite>().SelectMany(write => write.Payload))
            {
                request.PersistentActor.Tell(new WriteMessageSuccess(written), written.Sender);
            }
        }
    }
}
