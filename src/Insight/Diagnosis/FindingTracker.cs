namespace AkkaInstrumentation;

/// <summary>
/// Compares what is found at one look with the look before: what has begun, what has ended. It keeps the latest for a timeline. One thread looks at a
/// time; any thread reads the timeline.
/// </summary>
internal sealed class FindingTracker
{
    /// <summary>Findings in the timeline. The oldest that have ended leave first.</summary>
    public const int MaxKept = 500;

    private readonly object _lock = new();
    private readonly List<AkkaFinding> _kept = [];
    private Dictionary<(string Kind, string Path, string Actor, string Message), AkkaFinding> _open = [];

    /// <summary>The latest findings, those that go on and those that have ended, the latest first.</summary>
    public IReadOnlyList<AkkaFinding> Timeline
    {
        get
        {
            lock (_lock)
            {
                return [.. Enumerable.Reverse(_kept)];
            }
        }
    }

    /// <summary>Looks once.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="health">What is wrong with it now.</param>
    /// <returns>What has begun or ended since the last look.</returns>
    public IReadOnlyList<AkkaFinding> Look(AkkaInstrumentationExtension system, SystemHealth health)
    {
        var now = DateTime.UtcNow;
        var found = new Dictionary<(string, string, string, string), AkkaFinding>();
        foreach (var trouble in health.Troubles.Concat(LateNodes(system)))
        {
            // An old one keeps the words of its begin. Failures and losses are found by type: their path is that of the latest.
            var key = trouble.Kind is AkkaFindingKinds.Failing ? (trouble.Kind, "", trouble.ActorType, "")
                : (trouble.Kind, trouble.Kind is AkkaFindingKinds.Lost ? "" : trouble.Path, trouble.ActorType, trouble.Message);
            found.TryAdd(key, _open.GetValueOrDefault(key) ?? new AkkaFinding
            {
                Kind = trouble.Kind,
                ActorType = trouble.ActorType,
                Path = trouble.Path,
                What = trouble.What,
                Since = now.AddSeconds(-trouble.Seconds),
                IsUnhealthy = trouble.Level == HealthLevel.Unhealthy,
            });
        }

        // Of more than are named, one that is not among the worst any more may still go on.
        var capped = health.Kinds.Where(kind => kind.Count > kind.Worst.Count).Select(kind => kind.Key).ToHashSet();
        foreach (var (key, one) in _open.Where(one => capped.Contains(one.Key.Kind)))
        {
            if (found.Count >= MaxKept)
            {
                break;
            }

            found.TryAdd(key, one);
        }

        List<AkkaFinding> ended = [.. _open.Where(one => !found.ContainsKey(one.Key)).Select(one => one.Value)];
        List<AkkaFinding> begun = [.. found.Where(one => !_open.ContainsKey(one.Key)).Select(one => one.Value)];
        _open = found;
        lock (_lock)
        {
            _kept.AddRange(begun);
            foreach (var (one, place) in ended.Select(one => (one, _kept.IndexOf(one))).Where(one => one.Item2 >= 0))
            {
                _kept[place] = one with { EndedAt = now };
            }

            while (_kept.Count > MaxKept)
            {
                _kept.RemoveAt(Math.Max(0, _kept.FindIndex(one => one.EndedAt is not null)));
            }
        }

        return [.. ended.Select(one => one with { EndedAt = now }), .. begun];
    }

    private static IEnumerable<Trouble> LateNodes(AkkaInstrumentationExtension system) =>
        from cause in LateHeartbeats.Among(system.Insight.Nodes?.Read()?.Members ?? [])
        select new Trouble("", cause.Path ?? "", cause.What, 0) { Kind = cause.Kind, Level = HealthLevel.Degraded };
}

/// <summary>Looks once a second, and shows what has begun or ended to code of the application. The background thread.</summary>
internal sealed class FindingWatch(AkkaInstrumentationExtension system, AkkaHealthCheckOptions thresholds, Action<AkkaFinding> act)
    : BackgroundWork(TimeSpan.FromSeconds(1), TelemetryFault.Watch), IDisposable
{
    private readonly FindingTracker _findings = new();
    private volatile bool _hasEnded;

    public void Dispose()
    {
        _hasEnded = true;
        BackgroundThread.Remove(this);
    }

    protected override void Do(long now)
    {
        foreach (var finding in _findings.Look(system, SystemHealth.From(SystemFindings.Read(system, thresholds, now), thresholds)).TakeWhile(_ => !_hasEnded))
        {
            TelemetryFault.Guard(TelemetryFault.Listener, (act, finding), static it => it.act(it.finding));
        }

        if (system.EndedAt != 0)
        {
            Dispose();
        }
    }
}
