using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented actor systems of this process, for the instruments. Instruments are static, while systems start and end. When a system ends,
/// its last values replace it in one step. So each collection sees either the system or its last values.
/// </summary>
internal static class ActorSystems
{
    private static readonly object Gate = new();

    // Drops expired last values even if nothing collects any more.
    private static readonly Timer Forgetting = NewTimer();

    private static volatile Roster s_now = new([], EndedSystems.None);

    public static Roster Now
    {
        get
        {
            var now = s_now;
            return ReferenceEquals(now.Ended.At(Stopwatch.GetTimestamp()), now.Ended) ? now : Forget();
        }
    }

    /// <summary>Whether any instrumented system is running.</summary>
    public static bool AreThere => s_now.Live.Length > 0;

    public static void Add(SystemMetrics system)
    {
        lock (Gate)
        {
            s_now = s_now with { Live = [.. s_now.Live, system] };
        }
    }

    /// <summary>Replaces a system by its last values. Called by <see cref="CollectionCycle.End"/>.</summary>
    /// <param name="system">The system that has ended.</param>
    /// <param name="last">Its last values; null when its metrics are off.</param>
    public static void End(SystemMetrics system, LastValues? last)
    {
        lock (Gate)
        {
            s_now = new(
                [.. s_now.Live.Where(other => other != system)],
                last is null ? s_now.Ended : s_now.Ended.With(last, Stopwatch.GetTimestamp()));
            Forgetting.Change(EndedSystems.KeptFor + TimeSpan.FromSeconds(1), Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>The systems whose metrics are on.</summary>
    public static IEnumerable<SystemMetrics> Measured() => Now.Measured;

    /// <summary>The values of an instrument for each system, and its last values for systems that have ended.</summary>
    public static IEnumerable<Measurement<T>> Observe<T>(string instrument, Func<SystemMetrics, IEnumerable<Measurement<T>>> of)
        where T : struct
    {
        PendingMeasurements.Record();
        var now = Now;
        return now.Measured.SelectMany(of).Concat(now.Ended.All.SelectMany(system => system.Of<T>(instrument)));
    }

    private static Roster Forget()
    {
        lock (Gate)
        {
            return s_now = s_now with { Ended = s_now.Ended.At(Stopwatch.GetTimestamp()) };
        }
    }

    private static Timer NewTimer()
    {
        // The timer must not keep the execution context of the code that ends the first actor system.
        using var flow = ExecutionFlow.Suppress();
        return new Timer(static _ => Forget());
    }

    /// <summary>The systems at one moment.</summary>
    public sealed record Roster(SystemMetrics[] Live, EndedSystems Ended)
    {
        public IEnumerable<SystemMetrics> Measured => Live.Where(system => system.IsEnabled);
    }
}
