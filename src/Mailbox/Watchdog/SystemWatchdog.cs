namespace AkkaInstrumentation;

/// <summary>
/// Watches one actor system for mailboxes that grow and handlers that block, as its settings ask for, whether or not anybody listens to metrics. The
/// extension makes sure that one thread at a time starts, changes and stops it.
/// </summary>
internal sealed class SystemWatchdog : ISystemWatch
{
    private readonly AkkaInstrumentationExtension _instrumentation;
    private readonly WatchReports _reports;
    private InstrumentationSettings _settings;
    private volatile PressureWatch? _pressure;
    private volatile BlockingWatch? _blocking;

    private SystemWatchdog(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        _settings = instrumentation.Settings;
        _reports = new WatchReports(instrumentation.System, () => instrumentation.Settings, instrumentation.ActorNames, instrumentation.Metrics.Blocked);
        Start();
    }

    public WatchFindings Found => new(
        _pressure?.Found ?? Findings<GrowingMailbox>.None,
        _blocking?.Found ?? Findings<BlockingActor>.None);

    /// <summary>An instrumented mailbox is created. The first one starts the watch of its system.</summary>
    public static void Ensure(AkkaInstrumentationExtension instrumentation)
    {
        if (!instrumentation.IsWatched)
        {
            instrumentation.WatchBy(static instrumentation => new SystemWatchdog(instrumentation));
        }

        BackgroundThread.EnsureStarted();
    }

    public void Adopt(InstrumentationSettings settings)
    {
        var isAlike = WatchedOf(_settings) == WatchedOf(settings);
        _settings = settings;
        if (!isAlike)
        {
            Stop();
            Start();
        }
    }

    public void Stop()
    {
        if (_pressure is { } pressure)
        {
            BackgroundThread.Remove(pressure);
            _pressure = null;
        }

        if (_blocking is { } blocking)
        {
            BackgroundThread.Remove(blocking);
            ThreadActivity.Unwatch();
            _blocking = null;
        }
    }

    private static (bool, bool, TimeSpan, int, bool, TimeSpan) WatchedOf(InstrumentationSettings settings) => (
        settings.RecordsAnything,
        settings.PressureEnabled, settings.PressureGrowingFor, settings.PressureMinDepth,
        settings.BlockingEnabled, settings.BlockingThreshold);

    private void Start()
    {
        if (_settings is { RecordsAnything: true, PressureEnabled: true })
        {
            _pressure = new PressureWatch(_instrumentation, _settings, _reports);
            BackgroundThread.TryAdd(_pressure);
        }

        if (_settings is { RecordsAnything: true, BlockingEnabled: true })
        {
            _blocking = new BlockingWatch(_instrumentation, _settings.BlockingThreshold, _reports);
            ThreadActivity.Watch();
            BackgroundThread.TryAdd(_blocking);
        }
    }
}
