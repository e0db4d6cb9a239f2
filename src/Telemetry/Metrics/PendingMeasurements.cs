using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>The durations of one message that was chosen to be measured.</summary>
/// <param name="Message">The pair of actor type and message type.</param>
/// <param name="ErrorType">Why the message failed; null when it did not fail.</param>
/// <param name="Dispatcher">The dispatcher whose busy time the message is part of; null when busy times are not collected.</param>
/// <param name="Waited">Ticks in the mailbox; negative when that is not known.</param>
/// <param name="Worked">Ticks in the handler, awaiting included.</param>
/// <param name="Busy">Ticks for which it occupied a thread, since its start or since it last awaited.</param>
/// <param name="Allocated">Bytes that it allocated in that time.</param>
/// <param name="Shift">It stands for 2^Shift messages.</param>
/// <param name="Load">The load of its actor.</param>
/// <param name="Flow">The flow that it belongs to; null when flows are not collected.</param>
/// <param name="Context">
/// The execution context in which the message's span was current at its end. The values are recorded in it, so that an exemplar refers to the span.
/// Null when the message has no span, or when the span is still current.
/// </param>
internal readonly record struct MessageMeasurement(
    MessageTypeInfo Message,
    string? ErrorType,
    DispatcherMeter? Dispatcher,
    long Waited,
    long Worked,
    long Busy,
    long Allocated,
    int Shift,
    ActorLoad Load,
    MessageFlow? Flow = null,
    ExecutionContext? Context = null) : IMeasurement
{
    public void Record()
    {
        if (Context is null)
        {
            RecordHere();
        }
        else
        {
            // A span that has ended cannot be made current by assignment.
            ExecutionContext.Run(Context, static measurement => ((MessageMeasurement)measurement!).RecordHere(), this);
        }
    }

    private void RecordHere()
    {
        var now = Stopwatch.GetTimestamp();
        Message.Actor.Load.Served(Worked, Shift, now);
        Load.Served(Worked, Waited, Shift, now);
        Flow?.Add(Waited, Worked, Shift);
        if (Dispatcher is not null)
        {
            Message.BusyOn(Dispatcher).Add(Busy, Allocated, Shift);
        }

        if (Waited >= 0)
        {
            WeightedTimestamp.Record(Instruments.WaitDuration, Ticks.ToSeconds(Waited), Shift, Message.Tags, Message.Actor.Timing.MaxTimes);
        }

        RecordWork(Instruments.ProcessDuration, Message.Tags);
        if (Message.Actor.HasMessaging)
        {
            RecordWork(MessagingInstruments.ProcessDuration, Message.Actor.MessagingTags);
        }
    }

    private void RecordWork(Histogram<double> histogram, KeyValuePair<string, object?>[] tags) => WeightedTimestamp.Record(
        histogram,
        Ticks.ToSeconds(Worked),
        Shift,
        ErrorType is null ? tags : [.. tags, new(AkkaSpanAttributes.ErrorType, ErrorType)],
        Message.Actor.Timing.MaxTimes);
}

/// <summary>A measurement that is recorded later.</summary>
internal interface IMeasurement
{
    /// <summary>Records the values into the histograms. Throws the exceptions of listeners.</summary>
    void Record();
}

/// <summary>The measured messages from actors of one type to actors of another.</summary>
internal abstract class MessageFlow
{
    /// <summary>A measured message has ended. It stands for 2^<paramref name="shift"/> messages.</summary>
    /// <param name="waited">Ticks in the mailbox; negative when that is not known.</param>
    /// <param name="worked">Ticks in the handler.</param>
    /// <param name="shift">The weight.</param>
    public abstract void Add(long waited, long worked, int shift);

    /// <summary>A message has failed, measured or not.</summary>
    public abstract void Fail();
}

/// <summary>
/// The measurements of messages and writes that threads have taken and not yet recorded. Recording a value into a histogram costs about 100 ns, some
/// messages have eight values, and the histogram's memory is cold between two bursts. So threads do not record between two messages.
/// <see cref="RateAdaptation"/> records the measurements ten times a second, and every collection does so before it reads. No value is lost: a
/// measurement that does not fit is recorded at once.
/// </summary>
internal static class PendingMeasurements
{
    /// <summary>The number of measurements that fit: enough for 40,000 a second.</summary>
    public const int Capacity = 4_096;

    private static readonly object Recording = new();
    private static readonly object Creating = new();

    // If a listener blocks in one collection, other collections wait no longer than this; they then see the values in their next collection. While
    // measurements are still being recorded, the others keep waiting, because there may be many measurements and listeners may be slow.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    // What records the measurements of each kind.
    private static volatile Action[] s_kinds = [];

    // How many have been recorded. Written under the lock.
    private static long s_recorded;

    /// <summary>
    /// Returns false when there is no place; threads that add at the same time may exceed the capacity by one each. Any thread. Allocates nothing if
    /// the queue has been as long before.
    /// </summary>
    public static bool TryAdd<T>(in T measurement)
        where T : struct, IMeasurement
    {
        if (Kind<T>.Pending.Count >= Capacity)
        {
            return false;
        }

        Kind<T>.Pending.Enqueue(measurement);
        return true;
    }

    /// <summary>
    /// Records the measurements of all threads. A collector calls it before it reads. Returns false and records nothing if a listener has kept
    /// another thread in its callback for a second. Never throws.
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

        var seen = Volatile.Read(ref s_recorded);
        while (!Monitor.TryEnter(Recording, patience))
        {
            var recorded = Volatile.Read(ref s_recorded);
            if (recorded == seen || patience == TimeSpan.Zero)
            {
                return false;
            }

            seen = recorded;
        }

        try
        {
            Array.ForEach(s_kinds, static recordAll => recordAll());
            return true;
        }
        finally
        {
            Monitor.Exit(Recording);
        }
    }

    private static class Kind<T>
        where T : struct, IMeasurement
    {
        public static readonly ConcurrentQueue<T> Pending = Create();

        private static ConcurrentQueue<T> Create()
        {
            lock (Creating)
            {
                s_kinds = [.. s_kinds, RecordAll];
            }

            return new();
        }

        // Measurements that arrive meanwhile are left for the next call, because there may be no end of them.
        private static void RecordAll()
        {
            for (var left = Pending.Count; left > 0 && Pending.TryDequeue(out var measurement); left--)
            {
                TelemetryFault.Guard(TelemetryFault.Listener, measurement, static it => it.Record());
                Volatile.Write(ref s_recorded, s_recorded + 1);
            }
        }
    }
}
