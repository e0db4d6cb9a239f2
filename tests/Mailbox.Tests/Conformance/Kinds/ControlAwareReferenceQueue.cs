using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Two of Akka's queues: control messages, and what waits until there are none.</summary>
internal sealed class ControlAwareReferenceQueue : IMessageQueue, IUnboundedMessageQueueSemantics
{
    private readonly UnboundedMessageQueue _control = new();
    private readonly UnboundedMessageQueue _others = new();

    public bool HasMessages => _control.HasMessages || _others.HasMessages;

    public int Count => _control.Count + _others.Count;

    public void Enqueue(IActorRef receiver, Envelope envelope) =>
        (envelope.Message is IControlMessage ? _control : _others).Enqueue(receiver, envelope);

    public bool TryDequeue(out Envelope envelope) => _control.TryDequeue(out envelope) || _others.TryDequeue(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        _control.CleanUp(owner, deadletters);
        _others.CleanUp(owner, deadletters);
    }
}
