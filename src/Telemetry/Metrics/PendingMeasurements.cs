namespace AkkaInstrumentation;

/// <summary>
/// The measurements that threads have taken and not recorded. Giving a value to a histogram costs about 100 ns, some messages stand for eight values, and
/// the histogram's memory is cold between two bursts. So this does not happen between two messages: <see cref="AdaptationTimer"/> records ten times a
/// second what has been taken, and every collection does so before it reads. No value is lost: what does not fit is recorded at once.
/// </summary>
internal static class PendingMeasurements
{
    private static readonly object Recording = new();

    // A collection in which a listener blocks keeps others waiting no longer than this. They then see the values in their next collection.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private static readonly object Registering = new();
    private static volatile ThreadMeasurements[] s_all = [];

    /// <summary>The number of threads that have taken measurements, for tests. A thread that has ended leaves its place to the next.</summary>
    internal static int Threads => s_all.Length;

    /// <summary>The buffers of the calling thread. Called once for each thread.</summary>
    public static ThreadMeasurements Register()
    {
        lock (Registering)
        {
            // the buffers of a thread that has ended may still hold values, which stay in order
            if (s_all.FirstOrDefault(other => !other.Writer.IsAlive) is { } free)
            {
                free.Writer = Thread.CurrentThread;
                return free;
            }

            var made = new ThreadMeasurements(Thread.CurrentThread);
            s_all = [.. s_all, made];
            return made;
        }
    }

    /// <summary>Records what all threads have taken. A collector calls it before it reads. Never throws.</summary>
    public static void Record() => Record(Patience);

    /// <summary>The same, unless another thread does so at the moment.</summary>
    public static void RecordUnlessBusy() => Record(TimeSpan.Zero);

    private static void Record(TimeSpan patience)
    {
        // a listener that collects inside its own measurement callback
        if (Monitor.IsEntered(Recording) || !Monitor.TryEnter(Recording, patience))
        {
            return;
        }

        try
        {
            foreach (var thread in s_all)
            {
                thread.Messages.RecordAll();
                thread.Runs.RecordAll();
            }
        }
        finally
        {
            Monitor.Exit(Recording);
        }
    }
}

/// <summary>The measurements that one thread has taken. Only this thread adds.</summary>
internal sealed class ThreadMeasurements(Thread writer)
{
    /// <summary>The only thread that adds. Changed when the thread has ended.</summary>
    public Thread Writer { get; set; } = writer;

    public PendingBuffer<MessageMeasurement> Messages { get; } = new();

    public PendingBuffer<RunMeasurement> Runs { get; } = new();
}

/// <summary>
/// A ring of measurements with one writer and, at a time, one reader. The writer fills a place and then moves its end of the ring; the reader empties
/// a place and then moves the other end. So neither sees a place that the other one uses. The memory is made at the first measurement and stays.
/// </summary>
internal sealed class PendingBuffer<T>
    where T : struct, IPendingMeasurement
{
    /// <summary>
    /// The number of measurements that fit. They are recorded ten times a second, so it is enough for 2,500 a second and thread.
    /// </summary>
    public const int Capacity = 256;

    private T[]? _places;
    private int _added;
    private int _recorded;

    /// <summary>Adds a measurement. Returns false when there is no place. The writer only.</summary>
    public bool TryAdd(in T measurement)
    {
        var added = _added;
        if (added - Volatile.Read(ref _recorded) == Capacity)
        {
            return false;
        }

        (_places ??= new T[Capacity])[added & (Capacity - 1)] = measurement;
        Volatile.Write(ref _added, added + 1);
        return true;
    }

    /// <summary>Records what has been added so far. One reader at a time. Never throws.</summary>
    public void RecordAll()
    {
        var added = Volatile.Read(ref _added);
        for (var next = _recorded; next != added; next++)
        {
            ref var place = ref _places![next & (Capacity - 1)];
            var measurement = place;
            place = default;
            Volatile.Write(ref _recorded, next + 1);
            IPendingMeasurement.Record(measurement);
        }
    }
}
