using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>An instrumented message queue, as the dispatcher, the collector and the spans of other actors' messages see it.</summary>
internal interface IRecordedQueue
{
    MailboxRecorder Recorder { get; }

    /// <summary>
    /// <see cref="System.Diagnostics.Stopwatch"/> ticks at which the first waiting message that has a stamp was enqueued; 0 when none has one among the
    /// first of them, or when the queue cannot tell. Collector's thread, while others enqueue and dequeue; asked only when messages wait.
    /// </summary>
    long OldestEnqueuedAt() => 0;

    /// <summary>
    /// Fills in the senders of the messages that come first and returns how many; 0 when the queue cannot tell. Watcher's
    /// thread, while others enqueue and dequeue: what it finds may have been taken by now.
    /// </summary>
    int Senders(Span<IActorRef?> senders) => 0;
}
