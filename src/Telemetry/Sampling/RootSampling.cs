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
    private readonly SpanBudget? _budget;
    private readonly Pulse _pulse;
    private readonly bool _timesAll;
    private readonly SuppressedRoots _byRatio = new("ratio");
    private readonly SuppressedRoots _byBudget = new("budget");

    public RootSampling(InstrumentationSettings settings, Pulse pulse)
    {
        _pulse = pulse;
        _timesAll = settings.TracingAfterTheFactSlowWait != Timeout.InfiniteTimeSpan;
        _ratio = Coin.Threshold(settings.TracingSamplingRatio);
        _budget = settings.TracingSamplingBudget is < double.PositiveInfinity and var perSecond
            ? new SpanBudget(perSecond, Stopwatch.GetTimestamp())
            : null;
        AsksSdk = _ratio == Coin.Always && _budget is null;
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
    public ulong Timed => _timesAll ? Coin.Always : _budget is null ? _ratio : 0;

    /// <summary>The share that senders time of messages in a trace that is not recorded, where <paramref name="measured"/> are for the metrics.</summary>
    public ulong TimedInUnsampled(ulong measured) => _timesAll ? Coin.Always : measured;

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
}
