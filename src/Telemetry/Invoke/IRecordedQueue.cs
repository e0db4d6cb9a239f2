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
}
