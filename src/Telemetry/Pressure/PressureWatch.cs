namespace AkkaInstrumentation;

/// <summary>
/// Looks at the depth of all mailboxes of one actor system, eight times in the time that one may grow, and remembers
/// those that are deep. What a mailbox costs here is its place in the walk; an idle system is not walked.
/// </summary>
internal sealed class PressureWatch(InstrumentationExtension instrumentation, WatchReports reports)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(10);

    private readonly int _leastDepth = instrumentation.Settings.PressureMinDepth;

    // Of deep mailboxes only, and emptied by the look that finds them gone: nothing that has stopped is kept.
    private readonly Dictionary<MailboxRecorder, Growth> _growths = [];
    private readonly List<DeepMailbox> _deep = [];
    private readonly HashSet<MailboxRecorder> _found = [];

    public TimeSpan Period { get; } = TimeSpan.FromTicks(Math.Max(Shortest.Ticks, instrumentation.Settings.PressureGrowingFor.Ticks / Growth.Looks));

    /// <summary>Messages wait somewhere. Their mailbox may be stuck in one run, and then nobody says so but its depth.</summary>
    public bool Watches { get; private set; }

    public void Look(long now)
    {
        Watches = false;

        // of a look that did not come to its end: a logger threw
        _deep.Clear();
        _found.Clear();
        foreach (var type in instrumentation.ActorTypes)
        {
            Watches |= type.Mailboxes.Deep((_leastDepth / 2) + 1, _deep);
        }

        foreach (var (mailbox, depth) in _deep)
        {
            _found.Add(mailbox);
            Note(mailbox, depth, now);
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

    private void Note(MailboxRecorder mailbox, int depth, long now)
    {
        if (!_growths.TryGetValue(mailbox, out var growth))
        {
            if (depth < _leastDepth)
            {
                return;
            }

            _growths.Add(mailbox, growth = new Growth(_leastDepth));
        }

        if (growth.Note(depth, now) is GrowthNews.Growing or GrowthNews.Doubled)
        {
            reports.Growing(mailbox, growth, now);
        }
        else if (!growth.IsTold && depth < _leastDepth)
        {
            _growths.Remove(mailbox);
        }
    }

    // No longer among the deep ones, or its actor has stopped.
    private void Gone(MailboxRecorder mailbox, Growth growth, long now)
    {
        if (growth.IsTold)
        {
            growth.Note(mailbox.IsGone ? 0 : Math.Min(mailbox.DepthOrNone, growth.RecoveredDepth), now);
            reports.Recovered(mailbox, growth, now);
        }

        _growths.Remove(mailbox);
    }
}

/// <summary>A mailbox and how many messages waited in it at a look.</summary>
internal readonly record struct DeepMailbox(MailboxRecorder Mailbox, int Depth);
