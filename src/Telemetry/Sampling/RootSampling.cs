using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Head sampling of messages that begin a trace. It decides before an activity exists, because an activity that the SDK's sampler drops costs as
/// much as one that it keeps. It samples a ratio of these messages, or as many as a budget allows, or both. By default the budget counts traces: a
/// span inside a trace takes nothing from it. If a trace is full, its conversation may continue in a further trace. Only one conversation a second
/// may do so, so that all endless conversations together have no more spans a second than one trace may have. Messages inside a trace follow their
/// parent until the trace is full.
/// </summary>
internal sealed class RootSampling
{
    private readonly ulong _ratio;
    private readonly double _perSecond;
    private readonly SpanBudget? _budget;
    private readonly bool _ofTraces;
    private readonly RateAdaptation _adaptation;
    private readonly SuppressedRoots _byRatio;
    private readonly SuppressedRoots _byBudget;
    private readonly SuppressedRoots _byTrace;
    private readonly TraceSizes _traces;
    private readonly int _maxSpans;
    private readonly SamplingThreshold? _threshold;
    private long _wentOnAt;

    /// <param name="ratio">Share of roots that may be traced, 0 to 1.</param>
    /// <param name="perSecond">Spans per second; infinite for no limit.</param>
    /// <param name="findsSlowWaits">Whether every message is timed, to find those that wait too long.</param>
    /// <param name="adaptation">The actor system's adaptation timer.</param>
    /// <param name="before">The previous sampling, when it changes at run time.</param>
    /// <param name="tracesPerSecond">New traces per second, without a limit of spans; infinite for no limit.</param>
    /// <param name="maxSpansPerTrace">Spans of one trace.</param>
    public RootSampling(
        double ratio,
        double perSecond,
        bool findsSlowWaits,
        RateAdaptation adaptation,
        RootSampling? before = null,
        double tracesPerSecond = double.PositiveInfinity,
        int maxSpansPerTrace = int.MaxValue)
    {
        _ofTraces = double.IsFinite(tracesPerSecond);
        _adaptation = adaptation;
        _byRatio = before?._byRatio ?? new("ratio");
        _byBudget = before?._byBudget ?? new("budget");
        _byTrace = before?._byTrace ?? new("trace");
        _traces = before?._traces ?? new();
        _maxSpans = maxSpansPerTrace;
        _ratio = SamplingRandom.Threshold(ratio);
        _perSecond = Math.Min(perSecond, tracesPerSecond);
        _budget = before is not null && before._perSecond.Equals(_perSecond) && before._ofTraces == _ofTraces ? before._budget
            : double.IsPositiveInfinity(_perSecond) ? null
            : new SpanBudget(_perSecond, atOnce: _ofTraces ? _perSecond : null);
        AsksSdk = _ratio == SamplingRandom.Always && _budget is null;
        _threshold = _ratio == 0 ? null : new(_ratio);
        TimedInUnsampled = findsSlowWaits ? SamplingRandom.Always : 0;
        Timed = Math.Max(TimedInUnsampled, _budget is null ? _ratio : 0);
    }

    /// <summary>Whether this class makes no decisions, because every root is offered to the SDK's sampler.</summary>
    public bool AsksSdk { get; }

    /// <summary>
    /// The probability of the traces that begin now; null where it is not known: with a budget, and where the SDK's sampler decides.
    /// </summary>
    public SamplingThreshold? Threshold => AsksSdk || (_budget is not null && (!_ofTraces || HasReachedDefault)) ? null : _threshold;

    /// <summary>Whether the default limit has left out a trace.</summary>
    public bool HasReachedDefault => _ofTraces && _byBudget.Count > 0;

    /// <summary>
    /// The numbers of messages that begin no trace because of these settings, and of those whose trace is full. The former are estimates, except for
    /// messages that the budget itself refuses.
    /// </summary>
    public IReadOnlyList<SuppressedRoots> SuppressedRoots => [_byRatio, _byBudget, _byTrace];

    /// <summary>
    /// The share of roots that senders time for tracing. It is 0 with a budget: the budget chooses among the messages that
    /// are timed for the metrics, which are always enough. It is all roots if slow waits are to be found.
    /// </summary>
    public ulong Timed { get; }

    /// <summary>The same for messages in an unrecorded trace.</summary>
    public ulong TimedInUnsampled { get; }

    /// <summary>Whether a message begins a trace if it is in none. Sender's thread.</summary>
    /// <param name="drawn">The random number of the message.</param>
    /// <param name="measured">The share of messages that is measured. With a budget, only those may be sampled.</param>
    public bool Samples(ulong drawn, ulong measured) =>
        _budget is null ? drawn < _ratio : drawn < measured && (_ratio == SamplingRandom.Always || SamplingRandom.Next() < _ratio);

    /// <summary>Whether the budget has a span for the selected root. If so, takes it from the budget.</summary>
    /// <param name="takenAt">When the pair of actor and message type last got one.</param>
    /// <param name="now">When the message was dequeued.</param>
    /// <param name="timing">The share of messages that were measured when it was sent, of <see cref="SamplingRandom.Always"/>.</param>
    /// <param name="goesOn">Whether it continues the conversation of a full trace.</param>
    public bool TryTake(ref long takenAt, long now, ulong timing, bool goesOn = false)
    {
        if (_budget is null)
        {
            DrawnAtRatio((double)_ratio / SamplingRandom.Always);
            return true;
        }

        _adaptation.Touch();
        var takes = (!goesOn || !_ofTraces || TryGoOn(now)) && _budget.TryTake(ref takenAt, now);
        var drawnFrom = (double)SamplingRandom.Always / timing;
        _byBudget.Add(drawnFrom - (takes ? 1 : 0));
        DrawnAtRatio((double)_ratio / SamplingRandom.Always, drawnFrom);
        return takes;
    }

    // Returns true once a second. If several threads call it at that moment, it returns true for one of them.
    private bool TryGoOn(long now)
    {
        var last = Volatile.Read(ref _wentOnAt);
        return now - last >= Stopwatch.Frequency && Interlocked.CompareExchange(ref _wentOnAt, now, last) == last;
    }

    /// <summary>Estimates the roots that were not sampled, from one that a ratio (of a rule or of the settings) has sampled.</summary>
    public void DrawnAtRatio(double ratio, double drawn = 1) => _byRatio.Add(drawn * ((1 / ratio) - 1));

    /// <summary>
    /// Whether a message in a recorded trace has its span in that trace. If so, the span is counted. If not, the message begins a new trace and is
    /// sampled like any root. With a budget of spans, the trace may have no more spans than the budget has left.
    /// </summary>
    /// <param name="trace">The trace in which the message was sent.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="beginsOwn">Whether a rule requires that its span begins a trace of its own. It then counts with the conversation.</param>
    public bool TryContinue(ActivityTraceId trace, long now, bool beginsOwn = false)
    {
        var spans = _ofTraces ? null : _budget;
        var size = _traces.For(trace);
        if ((beginsOwn ? size.Conversation : size).TryAdd(spans is null ? _maxSpans : Math.Min(_maxSpans, spans.Left(now))))
        {
            spans?.Take(now);
            return true;
        }

        _byTrace.Add(1);
        return false;
    }

    /// <summary>
    /// A message in a recorded trace has begun a trace of its own, because a rule requires it. The new trace belongs to the same conversation, so
    /// that a conversation of such messages is limited like any other.
    /// </summary>
    public void CountTogether(ActivityTraceId trace, ActivityTraceId begun) => _traces.Add(begun, _traces.For(trace).Conversation);

    /// <summary>Records a trace from now on that was not, as far as the limit allows.</summary>
    public void Keep(ActivityTraceId trace, SpanLimit limit) => _traces.Add(trace, limit);

    /// <summary>Whether the trace has a limit beside its number of spans.</summary>
    public bool IsLimited(ActivityTraceId trace) => _traces.For(trace).IsLimited;

    /// <summary>The number of spans of a trace or of messages in its conversation, whichever is larger.</summary>
    public int SpansOf(ActivityTraceId trace)
    {
        var size = _traces.For(trace);
        return Math.Max(size.Spans, size.Conversation.Spans);
    }

    /// <summary>Whether a retroactive span may start. It takes from the budget of spans.</summary>
    public bool TryAddRetroactive(long now) => _ofTraces || _budget is null || _budget.TryTakeForRetroactive(now);
}

/// <summary>
/// Counts the messages that have no span because of <c>ratio</c>, <c>budget</c> or the largest number of spans of a <c>trace</c>. Messages that were
/// not sampled are not seen here, so their number is estimated from the sampled ones: each of these stands for the average number of messages per
/// sampled message.
/// </summary>
internal sealed class SuppressedRoots(string reason)
{
    private double _count;

    public string Reason { get; } = reason;

    /// <summary>Rounded down to a whole message. It never decreases.</summary>
    public long Count => (long)Volatile.Read(ref _count);

    /// <summary>Any thread. Called for sampled messages only, which are few.</summary>
    public void Add(double messages)
    {
        if (messages <= 0)
        {
            return;
        }

        var before = Volatile.Read(ref _count);
        while (Interlocked.CompareExchange(ref _count, before + messages, before) is var found && !found.Equals(before))
        {
            before = found;
        }
    }
}
