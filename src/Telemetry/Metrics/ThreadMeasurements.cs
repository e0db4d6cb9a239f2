namespace AkkaInstrumentation;

/// <summary>The measurements that one thread has taken. Only this thread adds.</summary>
internal sealed class ThreadMeasurements(Thread writer)
{
    /// <summary>The only thread that adds. Changed when the thread has ended.</summary>
    public Thread Writer { get; set; } = writer;

    public PendingBuffer<MessageMeasurement> Messages { get; } = new();

    public PendingBuffer<RunMeasurement> Runs { get; } = new();
}
