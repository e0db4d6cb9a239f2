namespace AkkaInstrumentation;

/// <summary>
/// Looks at the depth of all mailboxes of one actor system, eight times in the time that a mailbox may grow. It keeps only those that are deep. Each
/// mailbox costs one step of the walk. An idle system is not walked.
/// </summary>
internal sealed class PressureWatch(AkkaInstrumentationExtension instrumentation, WatchReports reports)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(10);

    private readonly int _leastDepth = instrumentation.Settings.PressureMinDepth;

    // Contains deep mailboxes only. The look that finds a mailbox gone removes it, so no stopped actor is kept.
    private readonly Dictionary<MailboxRecorder, Growth> _growths = [];
    private readonly List<DeepMailbox> _deep = [];
    private readonly HashSet<MailboxRecorder> _found = [];

    public TimeSpan Period { get; } = TimeSpan.FromTicks(Math.Max(Shortest.Ticks, instrumentation.Settings.PressureGrowingFor.Ticks / Growth.Looks));

    /// <summary>Messages wait somewhere. Their mailbox may be stuck in one run; then only its depth shows it.</summary>
    public bool Watches { get; private set; }

    public void Look(long now)
    {
        Watches = false;

        // left from a look that did not finish because a logger threw
        _deep.Clear();
        _found.Clear();
        foreach (var type in instrumentation.Metrics.ActorTypes)
        {
            Watches |= type.Mailboxes.Deep((_leastDepth / 2) + 1, _deep);
        }

        foreach (var (observed, depth) in _deep)
        {
            var mailbox = (MailboxRecorder)observed;
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
    }

    private void Record(MailboxRecorder mailbox, int depth, long now)
    {
        if (!_growths.TryGetValue(mailbox, out var growth))
        {
            if (depth < _leastDepth)
            {
                return;
            }

            _growths.Add(mailbox, growth = new Growth(_leastDepth));
        }

        if (growth.Record(depth, now) is GrowthNews.Growing or GrowthNews.Doubled)
        {
            reports.Growing(mailbox, growth, now);
        }
        else if (!growth.IsReported && depth < _leastDepth)
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
