using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The actions that are tracked now, by their traces. The library calls it for messages of recorded traces. Any thread.</summary>
internal sealed class TrackedActions : MessageTracker
{
    private static readonly TrackedActions Instance = new();

    private readonly ConcurrentDictionary<ActivityTraceId, ActionRecorder> _recorders = new();
    private readonly object _changing = new();

    /// <summary>Adds a trace of an action: its first one, or another one that links to it.</summary>
    public static void Add(ActivityTraceId trace, ActionRecorder recorder)
    {
        lock (Instance._changing)
        {
            Instance._recorders[trace] = recorder;
            Current = Instance;
        }
    }

    /// <summary>An action is not tracked any more.</summary>
    public static void Remove(IEnumerable<ActivityTraceId> traces)
    {
        lock (Instance._changing)
        {
            foreach (var trace in traces)
            {
                Instance._recorders.TryRemove(trace, out _);
            }

            if (Instance._recorders.IsEmpty)
            {
                Current = null;
            }
        }
    }

    /// <inheritdoc />
    public override void Closed(ObservedMailbox mailbox)
    {
        foreach (var recorder in _recorders.Values)
        {
            recorder.Closed(mailbox);
        }
    }

    /// <inheritdoc />
    public override void SentToNode(MessageOrigin origin, object message, Address node)
    {
        if (_recorders.TryGetValue(origin.Context.TraceId, out var recorder))
        {
            recorder.Departs(origin.Context.SpanId, TypeNames.Get(InnerMessage.Unwrap(message).GetType()), node.ToString());
        }
    }

    /// <inheritdoc />
    protected override TrackedMessage? Sent(MessageOrigin origin, object message, ObservedMailbox receiver) =>
        _recorders.TryGetValue(origin.Context.TraceId, out var recorder) ? recorder.Sent(message, receiver) : null;
}
