using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Two queues: <see cref="IControlMessage"/>s, and all others, which wait until there is no control message.</summary>
internal struct ControlAwareStore : IEnvelopeStore
{
    private FifoStore _control = new();
    private FifoStore _others = new();

    public ControlAwareStore()
    {
    }

    public readonly int Count => _control.Count + _others.Count;

    // the one that is closed first
    public readonly bool IsClosed => _control.IsClosed;

    public bool TryAdd(in StampedEnvelope envelope) =>
        InnerMessage.Of(envelope.Message) is IControlMessage ? _control.TryAdd(envelope) : _others.TryAdd(envelope);

    public readonly long OldestEnqueuedAt() => OldestStamp.Of(_control.OldestEnqueuedAt(), _others.OldestEnqueuedAt());

    public readonly int Senders(Span<IActorRef?> senders)
    {
        var found = _control.Senders(senders);
        return found + _others.Senders(senders[found..]);
    }

    public bool TryTake(out StampedEnvelope envelope) => _control.TryTake(out envelope) || _others.TryTake(out envelope);

    public void Close()
    {
        _control.Close();
        _others.Close();
    }
}
