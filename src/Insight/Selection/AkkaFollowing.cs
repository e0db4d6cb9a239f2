using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// Messages that are followed for a limited time and number. <c>AkkaInstrumentationControl.Follow</c> and <c>TraceFully</c> return it. Any thread.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "It disposes of the timer in its own Dispose.")]
public sealed class AkkaFollowing : ITimedRule
{
    private readonly Action<ITimedRule> _ended;
    private readonly FollowedValue? _followed;
    private readonly Rule _rule;
    private readonly Timer _timer;
    private int _isOver;

    /// <param name="selection">Which messages.</param>
    /// <param name="name">What the rule is called.</param>
    /// <param name="ended">Takes it away.</param>
    /// <param name="effect">What is done with them; null to follow them.</param>
    /// <exception cref="ArgumentException">Something of the selection is not allowed.</exception>
    internal AkkaFollowing(AkkaSelection selection, string name, Action<ITimedRule> ended, RuleEffect? effect = null)
    {
        var criteria = selection.Criteria();
        (_ended, Selection, Until) = (ended, selection, DateTimeOffset.UtcNow + selection.Duration);
        _followed = effect is null ? new(selection.Attribute, selection.Value, selection.Traces) : null;
        var until = Until.ToString("u", CultureInfo.InvariantCulture);
        _rule = new(name, $"{SettingsLayer.RunTime}, until {until}", int.MinValue, effect ?? new RuleEffect { Follows = _followed }, criteria)
        {
            IsTimed = true,
        };

        // The timer must not keep the execution context of the caller.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(static self => ((AkkaFollowing)self!).TimeIsUp(), this, Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>Which messages.</summary>
    public AkkaSelection Selection { get; }

    /// <summary>The number of traces that have begun so far because of it. A full trace does not count them.</summary>
    public int Traces => _followed?.Taken ?? 0;

    /// <summary>When it ends by itself.</summary>
    public DateTimeOffset Until { get; }

    Rule ITimedRule.Rule => _rule;

    void ITimedRule.Begin() => _timer.Change(Selection.Duration, Timeout.InfiniteTimeSpan);

    /// <summary>Ends it now. Traces that have begun go on.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isOver, 1) == 0)
        {
            _timer.Dispose();
            _followed?.End();
            _ended(this);
        }
    }

    // What a timer throws would end the process.
    private void TimeIsUp() => TelemetryFault.Guard(TelemetryFault.Rules, this, static following => following.Dispose());
}
