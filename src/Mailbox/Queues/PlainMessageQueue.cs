using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>An actor that is not instrumented, in a kind of mailbox that Akka has not: nothing is stamped or recorded.</summary>
internal class PlainMessageQueue<TStore>(TStore store) : IMessageQueue
    where TStore : struct, IEnvelopeStore
{
    private TStore _store = store;

    public bool HasMessages => _store.Count > 0;

    public int Count => _store.Count;

    protected ref TStore Store => ref _store;

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (!_store.TryAdd(new StampedEnvelope(envelope)))
        {
            if (_store.IsClosed)
            {
                Refusal.ByClosedMailbox(receiver, envelope);
            }
            else
            {
                Refusal.ByFullMailbox(receiver, envelope);
            }
        }
    }

    public bool TryDequeue(out Envelope envelope)
    {
        var taken = _store.TryTake(out var next);
        envelope = taken ? next.Open() : default;
        return taken;
    }

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        _store.Close();
        while (TryDequeue(out var rest))
        {
            deadletters.Enqueue(owner, rest);
        }
    }
}
