using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The flows that are tracked now, by their traces. The library asks for messages of recorded traces. Any thread.</summary>
internal sealed class TrackedFlows : MessageTracker
{
    private static readonly TrackedFlows Instance = new();

    private readonly ConcurrentDictionary<ActivityTraceId, FlowRecorder> _flows = new();
    private readonly object _changing = new();

    /// <summary>A flow has a trace, its first one or another one that links to it.</summary>
    public static void Add(ActivityTraceId trace, FlowRecorder flow)
    {
        lock (Instance._changing)
        {
            Instance._flows[trace] = flow;
            Current = Instance;
        }
    }

    /// <summary>A flow is not tracked any more.</summary>
    public static void Remove(IEnumerable<ActivityTraceId> traces)
    {
        lock (Instance._changing)
        {
            foreach (var trace in traces)
            {
                Instance._flows.TryRemove(trace, out _);
            }

            if (Instance._flows.IsEmpty)
            {
                Current = null;
            }
        }
    }

    /// <inheritdoc />
    public override void Closed(ObservedMailbox mailbox)
    {
        foreach (var flow in _flows.Values)
        {
            flow.Closed(mailbox);
        }
    }

    /// <inheritdoc />
    public override void SentToNode(MessageOrigin origin, object message, Address node)
    {
        if (_flows.TryGetValue(origin.Context.TraceId, out var flow))
        {
            flow.Departs(origin.Context.SpanId, TypeNames.Get(InnerMessage.Unwrap(message).GetType()), node.ToString());
        }
    }

    /// <inheritdoc />
    protected override MessageOrigin Sent(MessageOrigin origin, object message, ObservedMailbox receiver) =>
        _flows.TryGetValue(origin.Context.TraceId, out var flow) ? flow.Sent(origin, message, receiver) : origin;
}
