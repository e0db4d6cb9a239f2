using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Watches one actor system for mailboxes that grow and handlers that block. It works whether or not anybody listens to metrics. Results go to
/// <see cref="WatchReports"/>. The <see cref="WatchdogThread"/> calls everything except <see cref="Start"/> and <see cref="Stop"/>.
/// </summary>
internal sealed class SystemWatch
{
    private readonly PressureWatch? _pressure;
    private readonly BlockingWatch? _blocking;
    private long _pressureDue;
    private long _blockingDue;

    // at least one of the two
    private SystemWatch(PressureWatch? pressure, BlockingWatch? blocking)
    {
        _pressure = pressure;
        _blocking = blocking;
        var ofPressure = pressure?.Period ?? blocking!.Period;
        var ofBlocking = blocking?.Period ?? ofPressure;
        (Period, LongestPeriod) = ofPressure < ofBlocking ? (ofPressure, ofBlocking) : (ofBlocking, ofPressure);
    }

    public TimeSpan Period { get; }

    public TimeSpan LongestPeriod { get; }

    /// <summary>What grows and blocks at present. Any thread.</summary>
    public WatchFindings Found => new(
        _pressure?.Found ?? Findings<GrowingMailbox>.None,
        _blocking?.Found ?? Findings<BlockingActor>.None);

    /// <summary>Returns null when the settings enable neither kind of watching.</summary>
    public static SystemWatch? Start(AkkaInstrumentationExtension instrumentation, WatchReports reports)
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
            ThreadActivity.Watch();
        }

        WatchdogThread.Add(watch);
        return watch;
    }

    /// <summary>Whether a watch that was started with one of these settings may continue with the other.</summary>
    public static bool IsAlike(InstrumentationSettings one, InstrumentationSettings other) => one.RecordsAnything == other.RecordsAnything
        && (one.PressureEnabled, one.PressureGrowingFor, one.PressureMinDepth) == (other.PressureEnabled, other.PressureGrowingFor, other.PressureMinDepth)
        && (one.BlockingEnabled, one.BlockingThreshold) == (other.BlockingEnabled, other.BlockingThreshold);

    public void Stop()
    {
        WatchdogThread.Remove(this);
        if (_blocking is not null)
        {
            ThreadActivity.Unwatch();
        }
    }

    /// <summary>Returns whether something has to be looked at again, even when nothing else happens.</summary>
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

    // slightly less than a period, because a timer's tick may be that much early
    private static long TicksOf(TimeSpan period) => (long)(0.9 * period.TotalSeconds * Stopwatch.Frequency);
}
