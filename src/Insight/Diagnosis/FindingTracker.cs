namespace AkkaInstrumentation;

/// <summary>
/// Compares what is found at one look with the look before: what has begun, what has ended. It keeps the latest for a timeline. One thread looks at a
/// time; any thread reads the timeline.
/// </summary>
internal sealed class FindingTracker
{
    /// <summary>Findings in the timeline. The oldest that have ended leave first.</summary>
    public const int MaxKept = 500;

    /// <summary>Findings of one kind about actors of one type, so that one that begins and ends all the time hides no other.</summary>
    public const int MaxAlike = 100;

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

        // the wall clock may have been set back
        var ended = _open.Where(one => !found.ContainsKey(one.Key)).Select(one => (Was: one.Value,
            Is: one.Value with { EndedAt = now > one.Value.Since ? now : one.Value.Since })).ToList();
        List<AkkaFinding> begun = [.. found.Where(one => !_open.ContainsKey(one.Key)).Select(one => one.Value)];
        _open = found;
        lock (_lock)
        {
            _kept.AddRange(begun);
            foreach (var (was, one) in ended)
            {
                if (_kept.IndexOf(was) is >= 0 and var place)
                {
                    _kept[place] = one;
                }
            }

            foreach (var alike in begun.Select(one => (one.Kind, one.ActorType)).Distinct())
            {
                Forget(_kept.Count(one => (one.Kind, one.ActorType) == alike) - MaxAlike, one => (one.Kind, one.ActorType) == alike);
            }

            Forget(_kept.Count - MaxKept, static _ => true);
        }

        return [.. ended.Select(one => one.Is), .. begun];
    }

    // The oldest that have ended, else the oldest.
    private void Forget(int count, Predicate<AkkaFinding> which)
    {
        for (; count > 0; count--)
        {
            var ended = _kept.FindIndex(one => one.EndedAt is not null && which(one));
            _kept.RemoveAt(ended >= 0 ? ended : _kept.FindIndex(which));
        }
    }

    private static IEnumerable<Trouble> LateNodes(AkkaInstrumentationExtension system) =>
        from cause in LateHeartbeats.Among(system.Insight.Nodes?.Read()?.Members ?? [])
        select new Trouble("", cause.Path ?? "", cause.What, 0) { Kind = cause.Kind, Level = HealthLevel.Degraded };
}

/// <summary>
/// Looks once a second. A thread of its own shows what has begun or ended to code of the application, which may block: then there is no look until it
/// has returned, so that nothing piles up. The background thread.
/// </summary>
internal sealed class FindingWatch(AkkaInstrumentationExtension system, AkkaHealthCheckOptions thresholds, Action<AkkaFinding> act)
    : BackgroundWork(TimeSpan.FromSeconds(1), TelemetryFault.Watch), IDisposable
{
    private readonly FindingTracker _findings = new();
    private Task _shown = Task.CompletedTask;
    private IReadOnlyList<AkkaFinding>? _untold;
    private volatile bool _hasEnded;

    public void Dispose()
    {
        _hasEnded = true;
        BackgroundThread.Remove(this);
    }

    protected override void Do(long now)
    {
        if (system.EndedAt != 0)
        {
            Dispose();
        }

        if (_untold is null && _shown.IsCompleted
            && _findings.Look(system, SystemHealth.From(SystemFindings.Read(system, thresholds, now), thresholds)) is { Count: > 0 } changes)
        {
            _untold = changes;
        }

        if (_untold is { } found && _shown.IsCompleted)
        {
            // Not the thread pool, which a trouble may have starved. If there is no room for another thread, the next look tries again.
            _shown = Task.Factory.StartNew(() => Show(found), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            _untold = null;
        }
    }

    private void Show(IReadOnlyList<AkkaFinding> changes)
    {
        foreach (var finding in changes.TakeWhile(_ => !_hasEnded))
        {
            TelemetryFault.Guard(TelemetryFault.Listener, (act, finding), static it => it.act(it.finding));
        }
    }
}
