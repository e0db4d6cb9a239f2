namespace AkkaInstrumentation;

/// <summary>
/// Compares the findings of each check with those of the previous check, and determines which have begun and which have ended. It keeps the latest
/// for a timeline. One thread checks at a time; any thread reads the timeline.
/// </summary>
internal sealed class FindingTracker
{
    /// <summary>The largest number of findings in the timeline. The oldest ones that have ended are removed first.</summary>
    public const int MaxKept = 500;

    /// <summary>The largest number of findings of one kind about actors of one type, so that a finding that begins and ends all the time hides no
    /// other.</summary>
    public const int MaxAlike = 100;

    private readonly object _lock = new();
    private readonly List<Kept> _kept = [];
    private Dictionary<(string Kind, string Path, string Actor, string Message), Kept> _open = [];

    /// <summary>The latest findings, both ongoing and ended, the latest first.</summary>
    public IReadOnlyList<AkkaFinding> Timeline
    {
        get
        {
            lock (_lock)
            {
                return [.. Enumerable.Reverse(_kept).Select(one => one.Shown)];
            }
        }
    }

    /// <summary>Makes one check.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="health">Its present troubles.</param>
    /// <returns>The findings that have begun or ended since the last check.</returns>
    public IReadOnlyList<AkkaFinding> Look(AkkaInstrumentationExtension system, SystemHealth health)
    {
        var now = DateTime.UtcNow;
        List<Trouble> troubles = [.. health.Troubles, .. LateNodes(system)];
        lock (_lock)
        {
            var found = new Dictionary<(string, string, string, string), Kept>();
            foreach (var trouble in troubles)
            {
                // A finding that goes on keeps the text of its begin. Failures and losses are identified by type, because their path is that of the
                // latest event.
                var key = trouble.Kind is AkkaFindingKinds.Failing ? (trouble.Kind, "", trouble.ActorType, "")
                    : (trouble.Kind, trouble.Kind is AkkaFindingKinds.Lost ? "" : trouble.Path, trouble.ActorType, trouble.Message);
                if (!found.ContainsKey(key))
                {
                    found[key] = _open.GetValueOrDefault(key) ?? new Kept(trouble, now);
                    found[key].See(trouble, now);
                }
            }

            // If there are more findings of a kind than are named, one that is no longer among the worst may still go on.
            var capped = health.Kinds.Where(kind => kind.Count > kind.Worst.Count).Select(kind => kind.Key).ToHashSet();
            foreach (var (key, one) in _open.Where(one => capped.Contains(one.Key.Kind)))
            {
                if (found.Count >= MaxKept)
                {
                    break;
                }

                found.TryAdd(key, one);
            }

            List<Kept> ended = [.. _open.Where(one => !found.ContainsKey(one.Key)).Select(one => one.Value)];
            List<Kept> begun = [.. found.Where(one => !_open.ContainsKey(one.Key)).Select(one => one.Value)];
            ended.ForEach(one => one.End(now));
            _open = found;
            _kept.AddRange(begun);
            foreach (var alike in begun.Select(one => (one.Finding.Kind, one.Finding.ActorType)).Distinct())
            {
                Forget(_kept.Count(IsAlike) - MaxAlike, IsAlike);

                bool IsAlike(Kept one) => (one.Finding.Kind, one.Finding.ActorType) == alike;
            }

            Forget(_kept.Count - MaxKept, static _ => true);
            return [.. ended.Concat(begun).Select(one => one.Finding)];
        }
    }

    // Removes the oldest findings that have ended, otherwise the oldest. If a similar one follows without a pause, it stands for both, so that the
    // begin stays known.
    private void Forget(int count, Predicate<Kept> which)
    {
        for (; count > 0; count--)
        {
            var place = _kept.FindIndex(one => one.Finding.EndedAt is not null && which(one));
            place = place >= 0 ? place : _kept.FindIndex(which);
            var gone = _kept[place].Shown;
            _kept.RemoveAt(place);
            if (_kept.FindIndex(place, one => one.Finding.Alike == gone.Alike) is >= 0 and var next
                && (gone.EndedAt is not { } end || _kept[next].Finding.StartedAt - end < AkkaFinding.Pause))
            {
                _kept[next].GoesOnFrom(gone);
            }
        }
    }

    private static IEnumerable<Trouble> LateNodes(AkkaInstrumentationExtension system) =>
        from cause in LateHeartbeats.Among(system.Insight.Nodes?.Read()?.Members ?? [])
        select new Trouble("", cause.Subject ?? "", cause.Description, 0) { Kind = cause.Kind, Level = HealthLevel.Degraded };

    // Under the tracker's lock.
    private sealed class Kept(Trouble trouble, DateTime now)
    {
        private AkkaFinding? _first;
        private DateTime? _latest;

        /// <summary>The finding itself, as it began, and when it ended.</summary>
        public AkkaFinding Finding { get; private set; } = new()
        {
            Kind = trouble.Kind,
            ActorType = trouble.ActorType,
            Subject = trouble.Path,
            Description = trouble.What,
            StartedAt = now.AddSeconds(-trouble.Seconds),
            IsUnhealthy = trouble.Level == HealthLevel.Unhealthy,
            Worst = trouble.What,
            Size = trouble.Size,
        };

        /// <summary>The same finding for the timeline. If it stands for several, its begin is that of the first.</summary>
        public AkkaFinding Shown => _first is not { } first ? Finding : WorseOf(Finding, first) with
        {
            Subject = first.Subject,
            Description = first.Description,
            StartedAt = first.StartedAt,
            EndedAt = Finding.EndedAt,
            IsUnhealthy = first.IsUnhealthy,
            Count = first.Count + 1,
            WasUnhealthy = first.WasUnhealthy || Finding.WasUnhealthy,
        };

        public void See(Trouble seen, DateTime at)
        {
            _latest = seen.LatestSeconds is { } ago ? at.AddSeconds(-ago) : null;
            Finding = Finding with
            {
                Worst = seen.Size > Finding.Size ? seen.What : Finding.Worst,
                Size = Math.Max(seen.Size, Finding.Size),
                WasUnhealthy = Finding.WasUnhealthy || seen.Level == HealthLevel.Unhealthy,
            };
        }

        public void End(DateTime at)
        {
            var end = _latest ?? at;

            // The wall clock may have been set back.
            Finding = Finding with { EndedAt = end > Finding.StartedAt ? end : Finding.StartedAt };
        }

        public void GoesOnFrom(AkkaFinding earlier) => _first = _first is not { } known ? earlier : WorseOf(known, earlier) with
        {
            Subject = earlier.Subject,
            Description = earlier.Description,
            StartedAt = earlier.StartedAt,
            IsUnhealthy = earlier.IsUnhealthy,
            Count = known.Count + earlier.Count,
            WasUnhealthy = known.WasUnhealthy || earlier.WasUnhealthy,
        };

        private static AkkaFinding WorseOf(AkkaFinding one, AkkaFinding other) =>
            other.Size > one.Size ? one with { Worst = other.Worst, Size = other.Size } : one;
    }
}

/// <summary>
/// Checks once a second, on the background thread. A separate thread passes findings that have begun or ended to code of the application, which may
/// block. There is no further check until it has returned, so that nothing piles up.
/// </summary>
internal sealed class FindingWatch(
    AkkaInstrumentationExtension system, AkkaHealthCheckOptions thresholds, Action<AkkaFinding> begun, Action<AkkaFinding>? ended)
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
            // The thread pool is not used, because a trouble may have starved it. If the process has no room for another thread, the next check tries
            // again.
            _shown = Task.Factory.StartNew(() => Show(found), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            _untold = null;
        }
    }

    private void Show(IReadOnlyList<AkkaFinding> changes)
    {
        foreach (var finding in changes.TakeWhile(_ => !_hasEnded))
        {
            TelemetryFault.Guard(
                TelemetryFault.Listener, (Act: finding.HasEnded ? ended : begun, finding), static it => it.Act?.Invoke(it.finding));
        }
    }
}
