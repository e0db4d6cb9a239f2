using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace Akka.Dispatch;

/// <summary>A queue of messages, a list of system messages and the right to run: at most one thread has it.</summary>
public class Mailbox : IRunnable
{
    internal MailboxState Status;

    private SystemMessages _systemMessages;
    private ActorCell _actor = null!;

    public Mailbox(IMessageQueue messageQueue) => MessageQueue = messageQueue;

    public IMessageQueue MessageQueue { get; }

    public MessageDispatcher Dispatcher => _actor.Dispatcher;

    internal bool HasMessages => MessageQueue.HasMessages;

    internal bool HasSystemMessages => !_systemMessages.IsEmpty;

    public virtual void SetActor(ActorCell actorCell) => _actor = actorCell;

    public void Run()
    {
        var outer = ActorCell.Current;
        ActorCell.Current = _actor;
        try
        {
            if (!Status.IsClosed)
            {
                ProcessSystemMessages();
                ProcessMessages();
            }
        }
        finally
        {
            ActorCell.Current = outer;
            Status.BecomeIdle();
            Dispatcher.ScheduleIfThereIsWork(this, messageAdded: false, systemMessageAdded: false);
        }
    }

    public void Execute() => Run();

    /// <summary>
    /// Hands everything left to the dead letters. On the thread that runs the actor, once: what a sender that had read the cell's mailbox
    /// before enqueues afterwards stays there, as in Akka.
    /// </summary>
    public virtual void CleanUp()
    {
        var deadLetters = Dispatcher.Mailboxes.DeadLetterMailbox;
        for (var message = _systemMessages.Close(); message is not null;)
        {
            var next = message.Next;
            message.Unlink();
            deadLetters.EnqueueSystem(_actor.Self, message);
            message = next;
        }

        MessageQueue.CleanUp(_actor.Self, deadLetters.MessageQueue);
    }

    internal virtual void Enqueue(IActorRef receiver, Envelope envelope) => MessageQueue.Enqueue(receiver, envelope);

    internal virtual void EnqueueSystem(IActorRef receiver, SysMsg.SystemMessage message)
    {
        if (!_systemMessages.TryAdd(message))
        {
            Dispatcher.Mailboxes.DeadLetterMailbox.EnqueueSystem(receiver, message);
        }
    }

    private void ProcessMessages()
    {
        var dispatcher = _actor.Dispatcher;
        var left = dispatcher.Throughput;
        var deadline = dispatcher.ThroughputDeadlineTime is { } time and > 0 ? Environment.TickCount64 + (time / TimeSpan.TicksPerMillisecond) : 0;

        // As in Akka, a batch is one message more than the throughput, and a full one ends without asking the queue again.
        while (Status.MayProcessMessages && MessageQueue.TryDequeue(out var envelope))
        {
            _actor.Invoke(envelope);
            if (!_systemMessages.IsEmpty)
            {
                ProcessSystemMessages();
            }

            if (left-- <= 0 || (deadline > 0 && Environment.TickCount64 >= deadline))
            {
                return;
            }
        }
    }

    private void ProcessSystemMessages()
    {
        for (var message = _systemMessages.TakeAll(); message is not null;)
        {
            var next = message.Next;
            message.Unlink();
            if (Status.IsClosed)
            {
                Dispatcher.Mailboxes.DeadLetterMailbox.EnqueueSystem(_actor.Self, message);
            }
            else
            {
                _actor.HandleSystemMessage(message);
            }

            message = next ?? _systemMessages.TakeAll();
        }
    }
}
