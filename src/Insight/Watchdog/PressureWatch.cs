using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Checks the depth of all mailboxes of one actor system, including the stashes of their actors, eight times in the period for which a mailbox may
/// grow. It keeps only mailboxes that are deep. Each mailbox costs one step of the walk. The same check notes the messages at work whose start was
/// not recorded.
/// </summary>
internal sealed class PressureWatch(AkkaInstrumentationExtension instrumentation, InstrumentationSettings settings, WatchReports reports)
    : BackgroundWork(settings.PressureGrowingFor / Growth.Looks, TelemetryFault.Watch)
{
    private const int MaxLookedAt = 20;

    private readonly int _minDepth = settings.PressureMinDepth;

    // Contains deep mailboxes only. The check that finds a mailbox gone removes it, so no stopped actor is kept.
    private readonly Dictionary<MailboxRecorder, Growth> _growths = [];
    private volatile Findings<GrowingMailbox> _found = Findings<GrowingMailbox>.None;

    /// <summary>The mailboxes that were reported and have not recovered. Any thread.</summary>
    public Findings<GrowingMailbox> Found => _found;

    // A mailbox has recovered only at half of the minimum depth, so one close to the limit is reported once.
    private int RecoveredDepth => _minDepth / 2;

    protected override void Do(long now)
    {
        instrumentation.Insight.Sample(now);
        instrumentation.Insight.Clock.Sample(now);
        var deep = new Dictionary<MailboxRecorder, int>();
        foreach (var type in instrumentation.Metrics.ActorTypes)
        {
            type.Mailboxes.ForEach(mailbox =>
            {
                mailbox.ReadWork(now);
                if (mailbox.DepthOrNone + mailbox.StashDepth is var depth && depth > RecoveredDepth)
                {
                    deep.Add((MailboxRecorder)mailbox, depth);
                }
            });
        }

        var isNews = false;
        foreach (var (mailbox, depth) in deep)
        {
            isNews |= Record(mailbox, depth, now);
        }

        foreach (var (mailbox, growth) in _growths.Where(growing => !deep.ContainsKey(growing.Key)))
        {
            _growths.Remove(mailbox);
            if (growth.IsReported)
            {
                reports.Recovered(mailbox, growth, mailbox.IsGone ? 0 : Math.Min(mailbox.DepthOrNone + mailbox.StashDepth, RecoveredDepth), now);
            }
        }

        // These actors are observed, so that it is known what they do when they are reported.
        foreach (var mailbox in _growths.Keys.Take(MaxLookedAt))
        {
            instrumentation.Insight.Looks.Read(mailbox.Path, mailbox);
        }

        _found = Findings<GrowingMailbox>.From(
            [.. _growths.Where(growing => growing.Value.IsReported).Select(growing => Named(growing.Key, growing.Value, now))], mailbox =>
                mailbox.Depth, mailbox => mailbox.ActorType);
        if (isNews)
        {
            reports.Why();
        }
    }

    private static GrowingMailbox Named(MailboxRecorder mailbox, Growth growth, long now) =>
        new(mailbox.Path, mailbox.Type!.Name, growth.Depth, growth.PerSecond, Ticks.ToSeconds(now - growth.Since), growth.Senders)
        {
            Stashed = Math.Min(mailbox.StashDepth, growth.Depth),
        };

    // Whether it has been logged that the mailbox has begun to grow.
    private bool Record(MailboxRecorder mailbox, int depth, long now)
    {
        var growth = _growths.GetValueOrDefault(mailbox) ?? new Growth(_minDepth);
        var isFirst = !growth.IsReported;
        var isNews = growth.Record(depth, now);
        if (growth.IsReported || depth >= _minDepth)
        {
            _growths[mailbox] = growth;
        }
        else
        {
            _growths.Remove(mailbox);
        }

        if (isNews)
        {
            reports.Growing(mailbox, growth, isFirst, now);
        }

        return isNews && isFirst && growth.IsLogged;
    }
}

/// <summary>
/// Decides whether one mailbox grows, from its depth at regular checks. Three conditions must hold. It has been above the minimum depth for the whole
/// time. It is deeper than at the start and in the middle of that time. Its lowest depth in the second half is above its lowest depth in the first
/// half. So a mailbox that fills and empties in turns does not grow, however full it gets.
/// </summary>
internal sealed class Growth(int minDepth)
{
    /// <summary>The number of checks in the period for which a mailbox may grow.</summary>
    public const int Looks = 8;

    private readonly List<(int Depth, long At)> _looks = new(Looks + 1);
    private int _reportedAt;

    public bool IsReported => _reportedAt > 0;

    /// <summary>For the reporting code: whether the report was written, or held back because there were too many.</summary>
    public bool IsLogged { get; set; }

    /// <summary>For the reporting code: the main senders when it was reported.</summary>
    public string Senders { get; set; } = "";

    public int Depth { get; private set; }

    public int Peak { get; private set; }

    /// <summary><see cref="Stopwatch"/> ticks of the first check at which the mailbox was above the minimum depth.</summary>
    public long Since { get; private set; }

    /// <summary>Messages per second over the observed time.</summary>
    public double PerSecond => _looks is [var first, .., var last]
        ? (last.Depth - first.Depth) / Math.Max(Ticks.ToSeconds(last.At - first.At), 1e-6) : 0;

    /// <summary>
    /// Returns true when this is to be reported: the mailbox has grown for the time, and again each time that it has doubled and still grows.
    /// </summary>
    public bool Record(int depth, long now)
    {
        Depth = depth;
        Peak = Math.Max(Peak, depth);
        if (depth < minDepth)
        {
            _looks.Clear();
            return false;
        }

        Since = _looks.Count == 0 && !IsReported ? now : Since;
        if (_looks.Count > Looks)
        {
            _looks.RemoveAt(0);
        }

        _looks.Add((depth, now));
        if (!Grows || (IsReported && depth / 2 < _reportedAt))
        {
            return false;
        }

        _reportedAt = depth;
        return true;
    }

    private bool Grows =>
        _looks.Count > Looks
        && Depth > _looks[0].Depth
        && Depth > _looks[Looks / 2].Depth
        && _looks.Skip(Looks / 2).Min(look => look.Depth) > _looks.Take(Looks / 2).Min(look => look.Depth);
}
