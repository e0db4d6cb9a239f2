using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented actor systems of this process, for the instruments: they are static, systems come and go. A system that ends is
/// replaced by its last values in one step, so each collection sees either.
/// </summary>
internal static class ActorSystems
{
    private static readonly object Gate = new();

    // Drops what is over when nobody collects any more.
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

    /// <summary>Whether there is one that lives.</summary>
    public static bool AreThere => s_now.Live.Length > 0;

    public static void Add(InstrumentationExtension system)
    {
        lock (Gate)
        {
            s_now = s_now with { Live = [.. s_now.Live, system] };
        }
    }

    /// <summary>Replaces a system by its last values. Called by <see cref="CollectionCycle.End"/>.</summary>
    /// <param name="system">The system that has ended.</param>
    /// <param name="last">Null when nobody may see its metrics.</param>
    public static void End(InstrumentationExtension system, LastValues? last)
    {
        lock (Gate)
        {
            s_now = new(
                [.. s_now.Live.Where(other => other != system)],
                last is null ? s_now.Ended : s_now.Ended.With(last, Stopwatch.GetTimestamp()));
            Forgetting.Change(EndedSystems.KeptFor + TimeSpan.FromSeconds(1), Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Those whose metrics are on.</summary>
    public static IEnumerable<InstrumentationExtension> Measured() => Now.Measured;

    /// <summary>What an instrument says about each system, and has last said about those that have ended.</summary>
    public static IEnumerable<Measurement<T>> Observe<T>(string instrument, Func<InstrumentationExtension, IEnumerable<Measurement<T>>> of)
        where T : struct
    {
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
        // what flows where the first actor system ends must not be kept
        AsyncFlowControl? flow = ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
        var timer = new Timer(static _ => Forget());
        flow?.Dispose();
        return timer;
    }

    /// <summary>The systems at one moment.</summary>
    public sealed record Roster(InstrumentationExtension[] Live, EndedSystems Ended)
    {
        public IEnumerable<InstrumentationExtension> Measured => Live.Where(system => system.Settings.MetricsEnabled);
    }
}
