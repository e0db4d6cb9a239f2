namespace AkkaInstrumentation;

/// <summary>
/// The depths of queues of users' own types, as everybody but Akka sees them. Their <c>Count</c> may block. So nobody asks for it but the
/// <see cref="BackgroundThread"/>, once a second: not the collections, which wait for each other, and no actor's thread.
/// </summary>
internal sealed class AskedDepths() : BackgroundWork(TimeSpan.FromSeconds(1), TelemetryFault.Queue)
{
    private static readonly AskedDepths Work = new();

    // Also the lock under which the work is added and removed. Weak: a queue may go without a word.
    private readonly List<WeakReference<WrappedMessageQueue>> _queues = [];

    /// <summary>Any thread.</summary>
    public static void Add(WrappedMessageQueue queue)
    {
        lock (Work._queues)
        {
            Work._queues.Add(new(queue));
            BackgroundThread.TryAdd(Work);
        }
    }

    protected override void Do(long now)
    {
        WeakReference<WrappedMessageQueue>[] queues;
        lock (_queues)
        {
            _queues.RemoveAll(static reference => !reference.TryGetTarget(out var queue) || queue.Recorder.IsGone);
            queues = [.. _queues];
            if (queues.Length == 0)
            {
                BackgroundThread.Remove(this);
            }
        }

        foreach (var reference in queues)
        {
            if (reference.TryGetTarget(out var queue))
            {
                queue.AskDepth();
            }
        }
    }
}
