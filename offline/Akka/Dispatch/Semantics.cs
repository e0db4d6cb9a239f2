namespace Akka.Dispatch;

/// <summary>What a queue can do; the key of <c>akka.actor.mailbox.requirements</c>.</summary>
public interface ISemantics
{
}

/// <summary>More than one thread may dequeue.</summary>
public interface IMultipleConsumerSemantics : ISemantics
{
}

/// <summary>The queue is behind a lock.</summary>
public interface IBlockingMessageQueueSemantics : IMultipleConsumerSemantics
{
    TimeSpan BlockTimeOut { get; set; }
}

/// <summary>Enqueue always succeeds at once.</summary>
public interface IUnboundedMessageQueueSemantics : ISemantics
{
}

/// <summary>Enqueue waits for room, at most this long.</summary>
public interface IBoundedMessageQueueSemantics : ISemantics
{
    TimeSpan PushTimeOut { get; }
}

/// <summary>Messages can be put back in front; a stash needs this.</summary>
public interface IDequeBasedMessageQueueSemantics : ISemantics
{
    void EnqueueFirst(Akka.Actor.Envelope envelope);
}

/// <summary>An unbounded deque.</summary>
public interface IUnboundedDequeBasedMessageQueueSemantics : IDequeBasedMessageQueueSemantics, IUnboundedMessageQueueSemantics
{
}

/// <summary>A bounded deque.</summary>
public interface IBoundedDequeBasedMessageQueueSemantics : IDequeBasedMessageQueueSemantics, IBoundedMessageQueueSemantics
{
}

/// <summary>An actor that needs a certain kind of queue.</summary>
public interface IRequiresMessageQueue<T>
    where T : ISemantics
{
}

/// <summary>A mailbox type that makes a certain kind of queue.</summary>
public interface IProducesMessageQueue<TQueue>
    where TQueue : MessageQueues.IMessageQueue
{
}

/// <summary>A mailbox type with a push time-out.</summary>
public interface IProducesPushTimeoutSemanticsMailbox
{
    TimeSpan PushTimeout { get; }
}
