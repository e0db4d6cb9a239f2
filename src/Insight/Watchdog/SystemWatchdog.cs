namespace AkkaInstrumentation;

/// <summary>
/// Watches one actor system for mailboxes that grow and handlers that block, according to its settings, even when no metrics are collected. It starts
/// with the first mailbox. One thread at a time starts, changes and stops it, under its lock.
/// </summary>
internal sealed class SystemWatchdog : SystemInsight, ISystemObserver
{
    private readonly object _lock = new();
    private readonly WatchReports _reports;
    private InstrumentationSettings _settings;
    private volatile bool _hasStarted;
    private volatile PressureWatch? _pressure;
    private volatile BlockingWatch? _blocking;

    // Called by its name.
    public SystemWatchdog(AkkaInstrumentationExtension instrumentation)
        : base(instrumentation)
    {
        _settings = instrumentation.Settings;
        Kept.Adopt(_settings);
        _reports = new WatchReports(instrumentation.System, () => instrumentation.Settings,
            ActorNames, Blocked);
        Warnings.ReportLater(
        [
            .. VariableMistakes.In(instrumentation.Control.Variables),
            .. MisspeltRoots.In(instrumentation.Control.Application),
            .. SetBackDefaults.In(instrumentation.System.Settings),
            .. UnmatchedRules.WithoutPattern(_settings.Rules),
            .. CannotKeep(_settings),
        ]);
        Warnings.Begin();
        CountEvents(_settings);
    }

    public override WatchFindings Watched => new(
        _pressure?.Found ?? Findings<GrowingMailbox>.None,
        _blocking?.Found ?? Findings<BlockingActor>.None);

    public void Watch()
    {
        if (_hasStarted)
        {
            return;
        }

        lock (_lock)
        {
            // The end is known before Stop takes the lock, so no watch begins after it.
            if (!_hasStarted && Instrumentation.EndedAt == 0)
            {
                _settings = Instrumentation.Settings;
                Start();
                _hasStarted = true;
            }
        }
    }

    public void Adopt(InstrumentationSettings settings)
    {
        lock (_lock)
        {
            CountEvents(settings);
            Kept.Adopt(settings);
            CannotKeep(settings).ForEach(Warn);
            var isAlike = WatchedOf(_settings) == WatchedOf(settings);
            _settings = settings;
            if (_hasStarted && !isAlike)
            {
                End();
                Start();
            }
        }
    }

    public void Stop()
    {
        Events?.Unsubscribe();
        UnmatchedRules.Dispose();
        Warnings.End();
        lock (_lock)
        {
            End();
        }
    }

    private static List<string> CannotKeep(InstrumentationSettings settings) => TraceKeeper.CanKeep(settings)
        ? []
        : [
            "tracing.keep has no effect with this version of .NET, in which a span cannot have an id that was given before it began. "
            + "Failed messages have a span alone.",
        ];

    private static (bool, bool, TimeSpan, int, bool, TimeSpan, bool) WatchedOf(InstrumentationSettings settings) => (
        settings.RecordsAnything,
        settings.PressureEnabled, settings.PressureGrowingFor, settings.PressureMinDepth,
        settings.BlockingEnabled, settings.BlockingThreshold, settings.TracingKeep != AkkaKeptTraces.Off);

    private void Start()
    {
        if (_settings is { RecordsAnything: true, PressureEnabled: true })
        {
            _pressure = new PressureWatch(Instrumentation, _settings, _reports);
            BackgroundThread.TryAdd(_pressure);
        }

        if (_settings is { RecordsAnything: true, BlockingEnabled: true })
        {
            _blocking = new BlockingWatch(Instrumentation, _settings.BlockingThreshold, _reports);
            ThreadContext.Watch();
            BackgroundThread.TryAdd(_blocking);
        }

        if (_settings is { TracingEnabled: true, TracingKeep: not AkkaKeptTraces.Off })
        {
            KeptTraces.Add(Kept);
        }
    }

    private void End()
    {
        if (_pressure is { } pressure)
        {
            BackgroundThread.Remove(pressure);
            _pressure = null;
        }

        if (_blocking is { } blocking)
        {
            BackgroundThread.Remove(blocking);
            ThreadContext.Unwatch();
            _blocking = null;
        }

        KeptTraces.Remove(Kept);
    }
}
