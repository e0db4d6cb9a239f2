namespace AkkaInstrumentation;

/// <summary>
/// Looks at the depth of all mailboxes of one actor system, eight times in the time that a mailbox may grow. It keeps only those that are deep. Each
/// mailbox costs one step of the walk. An idle system is not walked.
/// </summary>
internal sealed class PressureWatch(AkkaInstrumentationExtension instrumentation, WatchReports reports)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(10);

    private readonly int _minDepth = instrumentation.Settings.PressureMinDepth;

    // Contains deep mailboxes only. The look that finds a mailbox gone removes it, so no stopped actor is kept.
    private readonly Dictionary<MailboxRecorder, Growth> _growths = [];
    private readonly List<(MailboxRecorder Mailbox, int Depth)> _deep = [];
    private readonly HashSet<MailboxRecorder> _found = [];
    private volatile Findings<GrowingMailbox> _reported = Findings<GrowingMailbox>.None;

    public TimeSpan Period { get; } = TimeSpan.FromTicks(Math.Max(Shortest.Ticks, instrumentation.Settings.PressureGrowingFor.Ticks / Growth.Looks));

    /// <summary>Messages wait somewhere. Their mailbox may be stuck in one run; then only its depth shows it.</summary>
    public bool Watches { get; private set; }

    /// <summary>The mailboxes that were reported and have not recovered. Any thread.</summary>
    public Findings<GrowingMailbox> Found => _reported;

    public void Look(long now)
    {
        Watches = false;

        // left from a look that did not finish because a logger threw
        _deep.Clear();
        _found.Clear();
        foreach (var type in instrumentation.Metrics.ActorTypes)
        {
            type.Mailboxes.ForEachWaiting(Waits);
        }

        foreach (var (mailbox, depth) in _deep)
        {
            _found.Add(mailbox);
            Record(mailbox, depth, now);
        }

        foreach (var (mailbox, growth) in _growths)
        {
            if (!_found.Contains(mailbox))
            {
                Gone(mailbox, growth, now);
            }
        }

        _deep.Clear();
        _found.Clear();
        Watches |= _growths.Count > 0;
        Publish();
    }

    private void Waits(ObservedMailbox mailbox, int depth)
    {
        Watches = true;
        if (depth > _minDepth / 2)
        {
            _deep.Add(((MailboxRecorder)mailbox, depth));
        }
    }

    // The deepest are named, so only these make text.
    private void Publish()
    {
        var count = _growths.Values.Count(growth => growth.IsReported);
        if (count == 0)
        {
            _reported = Findings<GrowingMailbox>.None;
            return;
        }

        var deepest = _growths
            .Where(growing => growing.Value.IsReported)
            .OrderByDescending(growing => growing.Value.Depth)
            .Take(Findings<GrowingMailbox>.MaxNamed)
            .Select(growing => new GrowingMailbox(
                growing.Key.Path, growing.Key.Type?.Name ?? FoldedNames.Unknown, growing.Value.Depth, growing.Value.PerSecond));
        _reported = new(count, [.. deepest]);
    }

    private void Record(MailboxRecorder mailbox, int depth, long now)
    {
        if (!_growths.TryGetValue(mailbox, out var growth))
        {
            if (depth < _minDepth)
            {
                return;
            }

            _growths.Add(mailbox, growth = new Growth(_minDepth));
        }

        if (growth.Record(depth, now) is GrowthNews.Growing or GrowthNews.Doubled)
        {
            reports.Growing(mailbox, growth, now);
        }
        else if (!growth.IsReported && depth < _minDepth)
        {
            _growths.Remove(mailbox);
        }
    }

    // The mailbox is not deep any more, or its actor has stopped.
    private void Gone(MailboxRecorder mailbox, Growth growth, long now)
    {
        if (growth.IsReported)
        {
            growth.Record(mailbox.IsGone ? 0 : Math.Min(mailbox.DepthOrNone, growth.RecoveredDepth), now);
            reports.Recovered(mailbox, growth, now);
        }

        _growths.Remove(mailbox);
    }
}
