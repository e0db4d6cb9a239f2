namespace AkkaInstrumentation;

/// <summary>The details of one actor type.</summary>
/// <param name="Figures">As in the overview.</param>
/// <param name="Utilization">Share of their time that its actors worked, 0 to 1; null when it is not known.</param>
/// <param name="DrainSeconds">Time until the slowest mailbox is empty, at the present rate; null when it is not known or a mailbox does not
/// shrink.</param>
/// <param name="BoundsUs">Upper bounds of the buckets in microseconds; one bucket more is above the last bound.</param>
/// <param name="Waits">Messages of the last minute in each bucket, by the time in the mailbox.</param>
/// <param name="Works">The same by the time in the handler.</param>
/// <param name="Messages">Its message types, the most frequent first.</param>
/// <param name="Deepest">Its deepest mailboxes.</param>
/// <param name="Failures">Its failures.</param>
internal sealed record TypeView(
    ActorTypeView Figures,
    double? Utilization,
    double? DrainSeconds,
    IReadOnlyList<double> BoundsUs,
    IReadOnlyList<int> Waits,
    IReadOnlyList<int> Works,
    IReadOnlyList<MessageTypeView> Messages,
    IReadOnlyList<MailboxView> Deepest,
    IReadOnlyList<FailureView> Failures)
{
    /// <summary>Null when the type is not known.</summary>
    public static TypeView? From(Observation seen, string name)
    {
        var types = seen.System.Metrics.ActorTypes.Where(type => type.Name == name).ToList();
        var load = types.Select(type => type.Load.Current).FirstOrDefault();
        var deepest = seen.Ranking.Deepest(types);
        var waiting = WaitingMessages.ByType(deepest);
        var flows = FlowOfNodes.Here(seen, MessageTypeView.Seconds).Flows.Where(flow => flow.ReceiverType == name)
            .ToLookup(flow => flow.MessageType);
        return seen.Read(minute => !minute.Totals.Actors.ContainsKey(name) ? null : new TypeView(
            ActorTypeView.From([name], minute, seen.Namespaces),
            load?.Utilization,
            DrainOf(deepest),
            [.. DurationCounts.Bounds.Select(bound => Math.Round(1e6 * bound, 1))],
            DurationCounts.Buckets(minute.Seconds.Select(second => second.Of(name).Waits)),
            DurationCounts.Buckets(minute.Seconds.Select(second => second.Of(name).Works)),
            [.. types.SelectMany(type => type.Messages)
                .GroupBy(message => message.Name)
                .Select(same => new MessageTypeView(
                    same.Key,
                    same.Sum(message => message.Walked),
                    same.Sum(message => message.Untraced),
                    NameOf(same.Select(message => message.UntracedBy)),
                    waiting?.GetValueOrDefault(same.Key),
                    seen.Times.Percentile95(name, same.Key),
                    [.. flows[same.Key]]))
                .Where(message => message.Messages + message.Untraced > 0 || message.Waiting > 0)
                .OrderByDescending(message => message.PerSecond).ThenByDescending(message => message.Messages)
                .Take(MessageTypeView.Listed)],
            MailboxesView.Rows(deepest, seen),
            FailuresView.From(seen, name).Rows));
    }

    // The rate of other mailboxes does not help a mailbox that fills up. If messages wait for a moment only, no mailbox fills up.
    private static double? DrainOf(IReadOnlyList<RankedMailbox> deepest)
    {
        var backlogs = deepest.Where(mailbox => mailbox.OldestSeconds is not < 1).ToList();
        return backlogs.Count == 0 ? 0
            : backlogs.All(mailbox => mailbox.PerSecond < 0) ? backlogs.Max(mailbox => mailbox.Depth / -mailbox.PerSecond)
            : null;
    }

    private static string? NameOf(IEnumerable<VerdictSource?> sources) =>
        sources.OfType<VerdictSource>().FirstOrDefault() is { } source ? source is Rule rule ? $"rule {rule.Name}" : source.Text : null;
}

/// <summary>A message type of an actor type.</summary>
/// <param name="Type">Its name.</param>
/// <param name="Messages">Its messages since metrics were first collected.</param>
/// <param name="Untraced">Messages that were sent in no trace and that a rule left without a span (<c>only-in-trace</c>).
/// Counted while spans are collected.</param>
/// <param name="UntracedBy">The latest such rule; null for none.</param>
/// <param name="PerSecond">Messages a second in the last minute, estimated from timed messages.</param>
/// <param name="WaitSeconds">Their mean time in the mailbox; null when it is not known.</param>
/// <param name="WorkSeconds">Their mean time in the handler; null when it is not known.</param>
/// <param name="WaitP95">The time in the mailbox that 95 % of them did not exceed; null when it is not known.</param>
/// <param name="WorkP95">The same in the handler.</param>
/// <param name="Waiting">The number of waiting messages, estimated from the first messages of the deepest mailboxes; null when that is not
/// known.</param>
/// <param name="RecentFailures">The number of messages that failed in the last minute.</param>
/// <param name="Senders">Their senders in the last minute, the busiest first.</param>
internal sealed record MessageTypeView(
    string Type, long Messages, long Untraced, string? UntracedBy, double PerSecond, double? WaitSeconds, double? WorkSeconds,
    DurationEstimate? WaitP95, DurationEstimate? WorkP95, double? Waiting, long RecentFailures, IReadOnlyList<MessageSenderView> Senders)
{
    /// <summary>Types beyond this number are left out.</summary>
    public const int Listed = 100;

    /// <summary>The length of the period for rates, means and senders, in seconds.</summary>
    public const int Seconds = 60;

    private const int MaxSenders = 10;

    /// <param name="type">Its name.</param>
    /// <param name="messages">The number of its messages since metrics were first collected.</param>
    /// <param name="untraced">The number of messages that a rule left without a span.</param>
    /// <param name="untracedBy">That rule.</param>
    /// <param name="waiting">The number of waiting messages.</param>
    /// <param name="p95">The times of the last minute.</param>
    /// <param name="flows">The flows of the last minute, one for each type of sender.</param>
    public MessageTypeView(string type, long messages, long untraced, string? untracedBy, double? waiting,
        (DurationEstimate? Wait, DurationEstimate? Work) p95, IReadOnlyList<AkkaFlow> flows)
        : this(
            type, messages, untraced, untracedBy, flows.Sum(flow => flow.PerSecond), Mean(flows, flow => flow.WaitSeconds),
            Mean(flows, flow => flow.WorkSeconds), p95.Wait, p95.Work, waiting, flows.Sum(flow => flow.Failures),
            [.. flows.OrderByDescending(flow => flow.PerSecond).Take(MaxSenders)
                .Select(flow => new MessageSenderView(flow.SenderType, flow.SenderAddress, flow.PerSecond))])
    {
    }

    private static double? Mean(IReadOnlyList<AkkaFlow> flows, Func<AkkaFlow, double?> value)
    {
        var known = flows.Where(flow => value(flow) is not null && flow.Messages > 0).ToList();
        return known.Count == 0 ? null : known.Sum(flow => value(flow)!.Value * flow.Messages) / known.Sum(flow => flow.Messages);
    }
}

/// <summary>A type that sends messages of one type to an actor type.</summary>
/// <param name="Type">The type of the sender, as in the flow.</param>
/// <param name="Address">Its node; null for this one.</param>
/// <param name="PerSecond">Messages a second.</param>
internal sealed record MessageSenderView(string Type, string? Address, double PerSecond);
