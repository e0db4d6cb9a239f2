using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// The measurements that threads have taken and not recorded. Giving a value to a histogram costs about 100 ns, some messages stand for eight values, and
/// the histogram's memory is cold between two bursts. So this does not happen between two messages: <see cref="AdaptationTimer"/> records ten times a
/// second what has been taken, and every collection does so before it reads. No value is lost: what does not fit is recorded at once.
/// </summary>
internal static class PendingMeasurements
{
    /// <summary>The number of measurements of each kind that fit: enough for 40,000 a second.</summary>
    public const int Capacity = 4_096;

    private static readonly object Recording = new();

    // A collection in which a listener blocks keeps others waiting no longer than this. They then see the values in their next collection.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private static readonly ConcurrentQueue<MessageMeasurement> Messages = new();
    private static readonly ConcurrentQueue<RunMeasurement> Runs = new();

    /// <summary>Returns false when there is no place. Any thread. Allocates nothing once the queue has been as long before.</summary>
    public static bool TryAdd(in MessageMeasurement measurement) => TryAdd(Messages, measurement);

    /// <inheritdoc cref="TryAdd(in MessageMeasurement)"/>
    public static bool TryAdd(in RunMeasurement measurement) => TryAdd(Runs, measurement);

    /// <summary>
    /// Records what all threads have taken. A collector calls it before it reads. Returns false if a listener has kept another thread in its callback for
    /// a second: then nothing is recorded. Never throws.
    /// </summary>
    public static bool Record() => Record(Patience);

    /// <summary>The same, unless another thread does so at the moment.</summary>
    public static void RecordUnlessBusy() => Record(TimeSpan.Zero);

    private static bool Record(TimeSpan patience)
    {
        // A listener may collect inside its own measurement callback.
        if (Monitor.IsEntered(Recording))
        {
            return true;
        }

        if (!Monitor.TryEnter(Recording, patience))
        {
            return false;
        }

        try
        {
            RecordAll(Messages);
            RecordAll(Runs);
            return true;
        }
        finally
        {
            Monitor.Exit(Recording);
        }
    }

    private static bool TryAdd<T>(ConcurrentQueue<T> queue, in T measurement)
    {
        if (queue.Count >= Capacity)
        {
            return false;
        }

        queue.Enqueue(measurement);
        return true;
    }

    // Not those that come meanwhile: they may never end.
    private static void RecordAll<T>(ConcurrentQueue<T> queue)
        where T : struct, IPendingMeasurement
    {
        for (var left = queue.Count; left > 0 && queue.TryDequeue(out var measurement); left--)
        {
            IPendingMeasurement.Record(measurement);
        }
    }
}
