using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Shows who sent what to whom in a period: the messages between actors by sender type, message type and receiver type. Messages and times are
/// estimated from the messages that are timed; failures are exact. The documentation of telemetry lists what the map cannot see. Immutable.
/// </summary>
[Experimental(Experiments.FlowId)]
public sealed class AkkaFlowMap
{
    internal AkkaFlowMap(double seconds, IReadOnlyList<AkkaFlow> flows, int omitted = 0) => (Seconds, Flows, Omitted) = (seconds, flows, omitted);

    /// <summary>The length of the period that the map covers.</summary>
    public TimeSpan Duration => TimeSpan.FromSeconds(Seconds);

    /// <summary>The flows: those to actors of the application first, and the busiest first.</summary>
    public IReadOnlyList<AkkaFlow> Flows { get; }

    /// <summary>The number of flows that were left out, which are the least busy ones. A map of several nodes has a limit; for one node the number is
    /// 0.</summary>
    public int Omitted { get; }

    internal double Seconds { get; }

    /// <summary>The same map with the flows to actors of the application only.</summary>
    /// <returns>The map.</returns>
    internal AkkaFlowMap WithoutInfrastructure()
    {
        // If a flow to infrastructure is in the map, no flow to the application was left out.
        List<AkkaFlow> flows = [.. Flows.Where(flow => flow.Category is null)];
        return flows.Count == Flows.Count ? this : new(Seconds, flows);
    }

    /// <summary>The map as a Mermaid flowchart: one arrow for each pair of types, red where messages failed, dashed from other nodes.</summary>
    /// <returns>The text of the chart.</returns>
    public string ToMermaid() => FlowText.Mermaid(this);

    /// <summary>
    /// The map in the DOT language of Graphviz: one arrow for each pair of types, red where messages failed, dashed from other nodes.
    /// </summary>
    /// <returns>The text of the graph.</returns>
    internal string ToDot() => FlowText.Dot(this);

    internal static AkkaFlowMap From(IEnumerable<(TypeFlow Flow, WorkSums Sums)> flows, long ticks)
    {
        var seconds = Math.Max(Ticks.ToSeconds(ticks), 1e-3);
        return new(seconds, [.. flows
            .Where(flow => flow.Sums is { Messages: > 0 } or { Failures: > 0 })
            .OrderBy(flow => flow.Flow.Category is not null).ThenByDescending(flow => flow.Sums.Messages)
            .Select(flow => new AkkaFlow
            {
                SenderType = flow.Flow.Sender,
                MessageType = flow.Flow.Message,
                ReceiverType = flow.Flow.Receiver,
                SenderAddress = flow.Flow.Address.Length == 0 ? null : flow.Flow.Address,
                Category = flow.Flow.Category,
                Messages = flow.Sums.Messages,
                PerSecond = flow.Sums.Messages / seconds,
                Failures = flow.Sums.Failures,
                WaitSeconds = Mean(flow.Sums.WaitTicks, flow.Sums.Waits),
                WorkSeconds = Mean(flow.Sums.WorkTicks, flow.Sums.Messages),
            })]);
    }

    /// <summary>The same map with at most this number of flows.</summary>
    internal AkkaFlowMap Busiest(int most) => Flows.Count <= most ? this : new(Seconds, [.. Flows.Take(most)], Omitted + Flows.Count - most);

    /// <summary>Combines the maps of several nodes. A mean is that of all messages.</summary>
    internal static AkkaFlowMap Sum(int most, IReadOnlyList<AkkaFlowMap> maps) => new AkkaFlowMap(
        maps.Max(map => map.Seconds),
        [.. maps.SelectMany(map => map.Flows)
            .GroupBy(flow => (flow.SenderType, flow.MessageType, flow.ReceiverType, flow.SenderAddress))
            .Select(same => same.First() with
            {
                Messages = same.Sum(flow => flow.Messages),
                PerSecond = same.Sum(flow => flow.PerSecond),
                Failures = same.Sum(flow => flow.Failures),
                WaitSeconds = Mean(same, flow => flow.WaitSeconds),
                WorkSeconds = Mean(same, flow => flow.WorkSeconds),
            })
            .OrderBy(flow => flow.Category is not null).ThenByDescending(flow => flow.Messages)],
        maps.Sum(map => map.Omitted)).Busiest(most);

    private static double? Mean(IEnumerable<AkkaFlow> flows, Func<AkkaFlow, double?> value)
    {
        var known = flows.Where(flow => value(flow) is not null && flow.Messages > 0).ToList();
        return known.Count == 0 ? null : known.Sum(flow => value(flow)!.Value * flow.Messages) / known.Sum(flow => flow.Messages);
    }

    private static double? Mean(long ticks, long count) => count == 0 ? null : Ticks.ToSeconds(ticks) / count;
}

/// <summary>The messages of one type from actors of one type to actors of another. Immutable.</summary>
[DebuggerDisplay("{Sender} -{Message}-> {Receiver}: {PerSecond} a second")]
[Experimental(Experiments.FlowId)]
public sealed record AkkaFlow
{
    /// <summary>
    /// Readable name of the sender's or asker's type; <c>_none</c> for messages without a sender, <c>_ask</c> for questions from code outside of
    /// actors, <c>_remote</c> for senders on other nodes, <c>_unknown</c> for actors that have stopped, <c>_other</c> beyond the limit.
    /// </summary>
    public required string SenderType { get; init; }

    /// <summary>Readable name of the message's type.</summary>
    public required string MessageType { get; init; }

    /// <summary>Readable name of the receiver's type.</summary>
    public required string ReceiverType { get; init; }

    /// <summary>The address of the sender's node; null for this node.</summary>
    public string? SenderAddress { get; init; }

    /// <summary><c>infrastructure</c> or <c>system</c> if the receiver is no actor of the application; null if it is one.</summary>
    public string? Category { get; init; }

    /// <summary>Messages in the period, estimated.</summary>
    public long Messages { get; init; }

    /// <summary>Messages a second, estimated.</summary>
    public double PerSecond { get; init; }

    /// <summary>Messages whose handlers threw. Exact, so there can be more of them than estimated messages.</summary>
    public long Failures { get; init; }

    /// <summary>Mean time in the mailbox; null when it is not known.</summary>
    public TimeSpan? MeanWaitTime { get; init; }

    /// <summary>Mean time in the handler, awaiting included; null when it is not known.</summary>
    public TimeSpan? MeanWorkTime { get; init; }

    internal double? WaitSeconds
    {
        get => MeanWaitTime?.TotalSeconds;
        init => MeanWaitTime = value is { } seconds ? TimeSpan.FromSeconds(seconds) : null;
    }

    internal double? WorkSeconds
    {
        get => MeanWorkTime?.TotalSeconds;
        init => MeanWorkTime = value is { } seconds ? TimeSpan.FromSeconds(seconds) : null;
    }
}
