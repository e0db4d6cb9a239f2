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
    private readonly IClusterNodes? _nodes;
    private readonly FollowedValue? _followed;
    private readonly Rule _rule;
    private readonly Timer _timer;
    private int _isOver;

    /// <param name="selection">Which messages.</param>
    /// <param name="name">What the rule is called.</param>
    /// <param name="ended">Takes it away.</param>
    /// <param name="effect">What is done with them; null to follow them.</param>
    /// <param name="nodes">The nodes of the cluster, which are to do the same; null for this one only.</param>
    /// <exception cref="ArgumentException">Something of the selection is not allowed.</exception>
    internal AkkaFollowing(AkkaSelection selection, string name, Action<ITimedRule> ended, RuleEffect? effect = null, IClusterNodes? nodes = null)
    {
        var criteria = selection.Criteria();
        (_ended, _nodes, Selection, Until) = (ended, nodes, selection, DateTimeOffset.UtcNow + selection.Duration);
        OnNodes = nodes?.Read()?.Self is { } self ? new($"code at {self}", new(Follow: FollowRequest.From(selection)), from: self) : null;
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

    /// <summary>
    /// What the other nodes of the cluster say, if they follow the same. They are asked for a minute, and each one ends by itself. Empty for this
    /// node only.
    /// </summary>
    public IReadOnlyList<AkkaFollowingNode> Nodes => OnNodes is null || _nodes?.Read()?.Self is not { } self ? []
        : [.. OnNodes.Last.Where(node => node.Address != self).Select(node => new AkkaFollowingNode(node.Address, node.IsMade, Words(node)))];

    /// <summary>The same on the other nodes; null for this one only, and while it belongs to no cluster.</summary>
    internal AskedChange? OnNodes { get; }

    Rule ITimedRule.Rule => _rule;

    void ITimedRule.Begin() => _timer.Change(Selection.Duration, Timeout.InfiniteTimeSpan);

    /// <summary>Asks the other nodes to follow the same. It has begun here.</summary>
    internal void AskNodes() => OnNodes?.Begin(_nodes!);

    /// <summary>Ends it now, also on the other nodes. Traces that have begun go on.</summary>
    public void Dispose()
    {
        if (TryEnd() && OnNodes is { } asked)
        {
            new AskedChange("code", change: null, asked.Id, _nodes!.Read()?.Self).Begin(_nodes);
        }
    }

    // What a timer throws would end the process.
    private void TimeIsUp() => TelemetryFault.Guard(TelemetryFault.Rules, this, static following => following.TryEnd());

    private bool TryEnd()
    {
        if (Interlocked.Exchange(ref _isOver, 1) != 0)
        {
            return false;
        }

        _timer.Dispose();
        _followed?.End();
        OnNodes?.End();
        _ended(this);
        return true;
    }

    private static string Words(NodeSaid node) => node.Text.Length > 0 ? node.Text : node.State;
}

/// <summary>What another node of the cluster says to what is followed there.</summary>
public sealed record AkkaFollowingNode
{
    internal AkkaFollowingNode(string address, bool isFollowing, string text) => (Address, IsFollowing, Text) = (address, isFollowing, text);

    /// <summary>Its address.</summary>
    public string Address { get; }

    /// <summary>Whether it has begun to follow.</summary>
    public bool IsFollowing { get; }

    /// <summary>What it has begun, or why it has not.</summary>
    public string Text { get; }
}
