using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>An instrumented message queue, as the dispatcher, the collector and the spans of other actors' messages use it.</summary>
internal interface IRecordedQueue : IObservedQueue
{
    MailboxRecorder Recorder { get; }

    ObservedMailbox IObservedQueue.Observed => Recorder;

    /// <summary>
    /// <see cref="System.Diagnostics.Stopwatch"/> ticks at which the first waiting message with a timestamp was enqueued. 0 when no message near the
    /// head has a timestamp, or when the queue does not know. Called on the collector's thread, while other threads enqueue and dequeue; only when
    /// messages wait.
    /// </summary>
    long OldestEnqueuedAt() => 0;

    /// <summary>
    /// Writes the senders of the first waiting messages and returns their number; 0 when the queue does not know. Called on the watchdog thread,
    /// while other threads enqueue and dequeue. The messages found may already have been taken.
    /// </summary>
    int Senders(Span<IActorRef?> senders) => 0;
}
