namespace AkkaInstrumentation;

/// <summary>Keeps a <see cref="SystemWatch"/> that matches the settings. The extension makes sure that one thread at a time uses it.</summary>
internal sealed class SystemWatchdog : ISystemWatch
{
    private readonly AkkaInstrumentationExtension _instrumentation;
    private readonly WatchReports _reports;
    private InstrumentationSettings _settings;
    private volatile SystemWatch? _watch;

    private SystemWatchdog(AkkaInstrumentationExtension instrumentation)
    {
        _instrumentation = instrumentation;
        _settings = instrumentation.Settings;
        _reports = new WatchReports(instrumentation.System, () => instrumentation.Settings, instrumentation.ActorNames, instrumentation.Metrics.Watched);
        _watch = SystemWatch.Start(instrumentation, _reports);
    }

    public WatchFindings Found => _watch?.Found ?? WatchFindings.None;

    /// <summary>An instrumented mailbox is created. The first one starts the watch of its system.</summary>
    public static void Ensure(AkkaInstrumentationExtension instrumentation)
    {
        if (!instrumentation.IsWatched)
        {
            instrumentation.WatchBy(static instrumentation => new SystemWatchdog(instrumentation));
        }
    }

    public void Adopt(InstrumentationSettings settings)
    {
        var before = _settings;
        _settings = settings;
        if (!SystemWatch.IsAlike(before, settings))
        {
            _watch?.Stop();
            _watch = SystemWatch.Start(_instrumentation, _reports);
        }
    }

    public void Stop()
    {
        _watch?.Stop();
        _watch = null;
    }
}
