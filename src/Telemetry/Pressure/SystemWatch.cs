using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Watches one actor system for mailboxes that grow and handlers that block. Works whether or not anybody listens to metrics;
/// what is seen goes to <see cref="WatchReports"/>. Everything but <see cref="Start"/> and <see cref="Stop"/> is called by the
/// <see cref="Lookout"/>.
/// </summary>
internal sealed class SystemWatch
{
    private readonly PressureWatch? _pressure;
    private readonly BlockingWatch? _blocking;
    private long _pressureDue;
    private long _blockingDue;

    private SystemWatch(PressureWatch? pressure, BlockingWatch? blocking)
    {
        _pressure = pressure;
        _blocking = blocking;
        TimeSpan[] periods = [.. new[] { pressure?.Period, blocking?.Period }.OfType<TimeSpan>()];
        (Period, LongestPeriod) = (periods.Min(), periods.Max());
    }

    public TimeSpan Period { get; }

    public TimeSpan LongestPeriod { get; }

    /// <summary>Null when the settings ask for neither.</summary>
    public static SystemWatch? Start(InstrumentationExtension instrumentation, WatchReports reports)
    {
        var settings = instrumentation.Settings;
        if (!settings.RecordsAnything || !(settings.PressureEnabled || settings.BlockingEnabled))
        {
            return null;
        }

        var watch = new SystemWatch(
            settings.PressureEnabled ? new PressureWatch(instrumentation, reports) : null,
            settings.BlockingEnabled ? new BlockingWatch(instrumentation, reports) : null);
        if (settings.BlockingEnabled)
        {
            RunFrame.Watch();
        }

        Lookout.Add(watch);
        return watch;
    }

    /// <summary>Whether a watch that was started with the one may go on with the other.</summary>
    public static bool IsAlike(InstrumentationSettings one, InstrumentationSettings other) => one.RecordsAnything == other.RecordsAnything
        && (one.PressureEnabled, one.PressureGrowingFor, one.PressureMinDepth) == (other.PressureEnabled, other.PressureGrowingFor, other.PressureMinDepth)
        && (one.BlockingEnabled, one.BlockingThreshold) == (other.BlockingEnabled, other.BlockingThreshold);

    public void Stop()
    {
        Lookout.Remove(this);
        if (_blocking is not null)
        {
            RunFrame.Unwatch();
        }
    }

    /// <summary>Returns whether there is something that must be looked at again, also when nothing else happens.</summary>
    public bool Look(long now)
    {
        if (_pressure is not null && now >= _pressureDue)
        {
            _pressureDue = now + TicksOf(_pressure.Period);
            _pressure.Look(now);
        }

        if (_blocking is not null && now >= _blockingDue)
        {
            _blockingDue = now + TicksOf(_blocking.Period);
            _blocking.Look(now);
        }

        return _pressure?.Watches == true || _blocking?.Watches == true;
    }

    // a little less than a period, which a timer's tick may be early by
    private static long TicksOf(TimeSpan period) => (long)(0.9 * period.TotalSeconds * Stopwatch.Frequency);
}
