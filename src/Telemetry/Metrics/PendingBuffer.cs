namespace AkkaInstrumentation;

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
