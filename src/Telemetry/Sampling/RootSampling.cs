using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Our own head sampling, for messages that begin a trace: decided before any activity exists, because one that the
/// SDK's sampler drops costs as much as one that it keeps. A share of them, or as many as a budget allows, or both.
/// Messages inside a trace follow their parent.
/// </summary>
internal sealed class RootSampling
{
    private readonly ulong _ratio;
    private readonly double _perSecond;
    private readonly SpanBudget? _budget;
    private readonly Pulse _pulse;
    private readonly SuppressedRoots _byRatio;
    private readonly SuppressedRoots _byBudget;
    private readonly RootSampling? _before;
    private readonly long _since;

    /// <param name="settings">Ratio and budget.</param>
    /// <param name="pulse">The actor system's.</param>
    /// <param name="before">What was in force until now, when it changes at run time.</param>
    public RootSampling(InstrumentationSettings settings, Pulse pulse, RootSampling? before = null)
    {
        _pulse = pulse;
        _byRatio = before?._byRatio ?? new("ratio");
        _byBudget = before?._byBudget ?? new("budget");
        _before = before?.WithoutBefore();
        _since = before is null ? 0 : Stopwatch.GetTimestamp();
        _ratio = Coin.Threshold(settings.TracingSamplingRatio);
        _perSecond = settings.TracingSamplingBudget;
        _budget = before is not null && before._perSecond.Equals(_perSecond) ? before._budget
            : _perSecond < double.PositiveInfinity ? new SpanBudget(_perSecond, Stopwatch.GetTimestamp())
            : null;
        AsksSdk = _ratio == Coin.Always && _budget is null;
        TimedInUnsampled = settings.TracingAfterTheFactSlowWait != Timeout.InfiniteTimeSpan ? Coin.Always : 0;
        Timed = Math.Max(TimedInUnsampled, _budget is null ? _ratio : 0);
    }

    private RootSampling(RootSampling last)
    {
        (_ratio, _perSecond, _budget, _pulse, _since) = (last._ratio, last._perSecond, last._budget, last._pulse, last._since);
        (Timed, TimedInUnsampled, _byRatio, _byBudget) = (last.Timed, last.TimedInUnsampled, last._byRatio, last._byBudget);
        AsksSdk = last.AsksSdk;
    }

    /// <summary>Nothing is decided here: every root is offered to the SDK's sampler.</summary>
    public bool AsksSdk { get; }

    public long Suppressed => _budget?.Suppressed ?? 0;

    /// <summary>Messages that begin no trace because of these settings; about, but for what the budget refuses itself.</summary>
    public IReadOnlyList<SuppressedRoots> SuppressedRoots => [_byRatio, _byBudget];

    /// <summary>
    /// The share of roots that senders time for tracing's sake. With a budget none: it chooses among the messages that
    /// are timed for the metrics, of which there are enough at any rate. All of them when slow waits are to be found.
    /// </summary>
    public ulong Timed { get; }

    /// <summary>The same of messages in a trace that is not recorded.</summary>
    public ulong TimedInUnsampled { get; }

    /// <summary>
    /// The same for a message that was timed then: a backlog from before a change was chosen by another share, and would
    /// be traced by a chance that nobody has thrown for. Two changes ago is one too far.
    /// </summary>
    public ulong TimedWhen(long enqueuedAt) => enqueuedAt < _since && _before is not null ? _before.Timed : Timed;

    /// <summary>
    /// Whether the coin lets a timed root be traced. <paramref name="thrown"/> is below <paramref name="timing"/>, the share of messages that are
    /// timed, so that being timed and being traced are one throw of the coin and no second share.
    /// </summary>
    public bool Draws(ulong thrown, ulong timing) =>
        _budget is null ? thrown < _ratio : thrown < timing && (_ratio == Coin.Always || Coin.Throw() < _ratio);

    /// <summary>Whether there is budget for the root that was drawn; then it is spent.</summary>
    /// <param name="message">The pair of actor and message type.</param>
    /// <param name="now">When it was dequeued.</param>
    /// <param name="timing">The share of messages that are timed, of <see cref="Coin.Always"/>.</param>
    public bool Takes(MessageTypeInfo message, long now, ulong timing)
    {
        if (_budget is null)
        {
            DrawnAtRatio((double)_ratio / Coin.Always);
            return true;
        }

        _pulse.Touch();
        var takes = _budget.TryTake(ref message.NextSpanAt, now);
        var drawnFrom = (double)Coin.Always / timing;
        _byBudget.Add(drawnFrom - (takes ? 1 : 0));
        DrawnAtRatio((double)_ratio / Coin.Always, drawnFrom);
        return takes;
    }

    /// <summary>A root was drawn by a rule's ratio or that of the settings: it speaks for those that were not.</summary>
    public void DrawnAtRatio(double ratio, double drawn = 1) => _byRatio.Add(drawn * ((1 / ratio) - 1));

    /// <summary>A span inside a trace has been started.</summary>
    public void Continued() => _budget?.Spend();

    public void Pulsed(long now) => _budget?.Pulsed(now);

    // the last one is kept, not a chain of all
    private RootSampling WithoutBefore() => _before is null ? this : new RootSampling(this);
}
