using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace Akka.Actor;

/// <summary>The mailbox of every stopped actor: what is put in becomes a dead letter.</summary>
public sealed class DeadLetterMailbox : Mailbox
{
    private readonly IActorRef _deadLetters;

    public DeadLetterMailbox(IActorRef deadLetters)
        : base(new ToDeadLetters(deadLetters))
    {
        _deadLetters = deadLetters;
        Status.BecomeClosed();
    }

    public override void CleanUp()
    {
    }

    internal override void EnqueueSystem(IActorRef receiver, SystemMessage message) =>
        _deadLetters.Tell(new DeadLetter(message, receiver, receiver), ActorRefs.NoSender);

    private sealed class ToDeadLetters(IActorRef deadLetters) : IMessageQueue, IUnboundedMessageQueueSemantics
    {
        public bool HasMessages => false;

        public int Count => 0;

        public void Enqueue(IActorRef receiver, Envelope envelope)
        {
            if (envelope.Message is not AllDeadLetters)
            {
                deadLetters.Tell(new DeadLetter(envelope.Message, envelope.Sender, receiver), envelope.Sender);
            }
        }

        public bool TryDequeue(out Envelope envelope)
        {
            envelope = default;
            return false;
        }

        public void CleanUp(IActorRef owner, IMessageQueue deadletters)
        {
        }
    }
}
