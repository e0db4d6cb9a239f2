using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Records one action: its spans, by a listener that samples nothing else, and its messages that are still pending. Any thread, under its lock. The
/// lock is held for a few field writes, and never while code of others runs.
/// </summary>
internal sealed class ActionRecorder : IDisposable
{
    /// <summary>An action that causes more messages is treated as one that does not end, because it must not fill the memory.</summary>
    public const int MaxMessages = 250_000;

    // Spans of this source change the current activity in a stage. They are recorded only if the application listens to the source.
    private const string StreamsSource = "Akka.Streams";

    private readonly ActivityTraceId _trace;
    private readonly ActivitySpanId _root;
    private readonly HashSet<ActivityTraceId> _traces;
    private readonly Dictionary<ActivitySpanId, TrackedStep> _steps = [];

    // The spans of streams, with their parents. They are no steps, so that a test does not depend on whether the application records them.
    private readonly Dictionary<ActivitySpanId, ActivitySpanId> _streams = [];
    private readonly List<TrackedStep> _order = [];
    private readonly List<(ActivitySpanId In, Func<TrackedStep?, object> Make)> _events = [];
    private readonly Dictionary<string, int> _withoutSpan = [];
    private readonly PendingMessages _pending = new();
    private readonly ActivityListener _listener;
    private readonly TimeSpan _blocking;
    private TaskCompletionSource? _waiter;
    private long _changes;
    private int _open;
    private int _sent;

    /// <param name="root">The action's activity.</param>
    /// <param name="blocking">How long a handler may hold a thread.</param>
    public ActionRecorder(Activity root, TimeSpan blocking)
    {
        _blocking = blocking;
        (_trace, _root) = (root.TraceId, root.SpanId);
        _traces = [_trace];
        TrackedActions.Add(_trace, this);
        _listener = new ActivityListener
        {
            // Activities without a source are never exported, and some are the library's own. .NET's experimental sources show once how a connection
            // is established.
            ShouldListenTo = static source => source.Name.Length > 0 && !source.Name.StartsWith("Experimental.", StringComparison.Ordinal),
            Sample = Sample,
            ActivityStarted = Started,
            ActivityStopped = Stopped,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public object Lock { get; } = new();

    /// <summary>Whether so many messages were sent that no end is to be expected.</summary>
    public bool IsTooLarge => Volatile.Read(ref _sent) > MaxMessages;

    private bool IsQuiet => _open == 0 && _pending.IsEmpty;

    /// <summary>A message of the action is about to be enqueued. Returns null if it is not followed.</summary>
    public FollowedMessage? Sent(object message, ObservedMailbox receiver)
    {
        if (receiver.Rules is { RunsStreams: true })
        {
            // the messages of a stream have no trace
            return null;
        }

        var followed = new FollowedMessage(this, message, receiver);
        lock (Lock)
        {
            if (++_sent > MaxMessages)
            {
                Wake();
                return null;
            }

            // the mailbox may have been closed since the sender checked it
            Pending(followed, isPending: !(followed.IsOfSystem && receiver.IsGone));
        }

        return followed;
    }

    public void Closed(ObservedMailbox mailbox)
    {
        List<FollowedMessage> lost;
        lock (Lock)
        {
            lost = _pending.OfSystemFor(mailbox);
        }

        lost.ForEach(message => message.Lost());
    }

    /// <summary>Under the lock.</summary>
    public void Pending(FollowedMessage message, bool isPending)
    {
        if (isPending)
        {
            _pending.Add(message);
        }
        else if (_pending.Remove(message))
        {
            WakeIfQuiet();
        }
    }

    /// <summary>Under the lock.</summary>
    public MessageStep? MessageOf(ActivitySpanId span) => _steps.GetValueOrDefault(span) as MessageStep;

    /// <summary>Under the lock.</summary>
    public void TookWithoutSpan(string path) => _withoutSpan[path] = _withoutSpan.GetValueOrDefault(path) + 1;

    /// <summary>Abandons the steps that a handler has begun and will never end. Messages that it has sent belong to other handlers. Under the
    /// lock.</summary>
    public void Abandon(MessageStep cutOff)
    {
        foreach (var step in _order.Where(step => step.IsOpen && HandlerOf(step) == cutOff))
        {
            Close(step);
        }
    }

    public void Departs(ActivitySpanId sentIn, string message, string node)
    {
        lock (Lock)
        {
            _events.Add((sentIn, cause => new TrackedDeparture { MessageType = message, Node = node, Cause = cause }));
            WakeIfQuiet();
        }
    }

    /// <summary>An event was published to the event stream of the system. The publisher's thread.</summary>
    public void Published(object published)
    {
        if (OriginOf(published) is not { } sentIn)
        {
            return;
        }

        // Texts and references are code of others, which may wait for a span of this action.
        var make = TrackedEvents.Read(published);
        lock (Lock)
        {
            if (make is not null)
            {
                _events.Add((sentIn, make));
            }

            WakeIfQuiet();
        }
    }

    /// <summary>
    /// Waits until nothing is pending and more has happened than before. Returns false when time is up, or when the action has become too large.
    /// </summary>
    /// <param name="changes">The number that <see cref="Snapshot"/> has returned; -1 for any.</param>
    /// <param name="until">Ends when time is up.</param>
    public async Task<bool> Settled(long changes, Task until)
    {
        while (true)
        {
            Task waiter;
            lock (Lock)
            {
                if (IsTooLarge)
                {
                    return false;
                }

                if (IsQuiet && _changes > changes)
                {
                    return true;
                }

                _waiter ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                waiter = _waiter.Task;
            }

            if (until.IsCompleted || await Task.WhenAny(waiter, until).ConfigureAwait(false) == until)
            {
                lock (Lock)
                {
                    return IsQuiet && _changes > changes && !IsTooLarge;
                }
            }
        }
    }

    /// <summary>The data recorded so far, with a number that grows.</summary>
    public (TrackedAction Tracked, long Changes) Snapshot()
    {
        lock (Lock)
        {
            foreach (var step in _order)
            {
                step.Forget();
            }

            foreach (var step in _order)
            {
                var parent = AboveStreams(step.ParentId);
                step.Cause = _steps.GetValueOrDefault(parent);
                step.IsOrphan = step.Cause is null && parent != _root && parent != default;
                step.Cause?.Add(step);
            }

            var events = _events.ConvertAll(noted => noted.Make(_steps.GetValueOrDefault(AboveStreams(noted.In))));
            var contents = new TrackedContents(
                [.. _order],
                [.. events.OfType<TrackedLoss>()],
                [.. events.OfType<TrackedLogLine>()],
                [.. events.OfType<TrackedDeparture>()],
                new Dictionary<string, int>(_withoutSpan),
                _blocking);
            return (new TrackedAction(contents), _changes);
        }
    }

    /// <summary>A text that lists the pending messages, the oldest first.</summary>
    public string PendingText()
    {
        lock (Lock)
        {
            return _pending.Text(_order);
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        lock (Lock)
        {
            TrackedActions.Remove(_traces);
        }
    }

    // The span in which it was published, if that belongs to the action.
    private ActivitySpanId? OriginOf(object published)
    {
        if (LogStamp.OriginOf(published) is not { IsRecorded: true, Context: var sentIn } || !IsMine(sentIn.TraceId))
        {
            return null;
        }

        // The message waited when its actor stopped. The current activity is then below the span in which it was sent.
        return Activity.Current is { } current && current.SpanId == sentIn.SpanId && !IsKnown(sentIn.SpanId) ? current.ParentSpanId : sentIn.SpanId;
    }

    private bool IsKnown(ActivitySpanId span)
    {
        lock (Lock)
        {
            return span == _root || _steps.ContainsKey(span);
        }
    }

    private bool IsMine(ActivityTraceId trace)
    {
        if (trace == _trace)
        {
            return true;
        }

        lock (Lock)
        {
            return _traces.Count > 1 && _traces.Contains(trace);
        }
    }

    private ActivitySpanId AboveStreams(ActivitySpanId span)
    {
        while (_streams.TryGetValue(span, out var parent))
        {
            span = parent;
        }

        return span;
    }

    private ActivitySamplingResult Sample(ref ActivityCreationOptions<ActivityContext> options)
    {
        if (options.Source.Name == StreamsSource)
        {
            return ActivitySamplingResult.None;
        }

        // reading options.TraceId would create an id for every root of the process
        if (options.Parent != default && IsMine(options.Parent.TraceId))
        {
            return ActivitySamplingResult.AllDataAndRecorded;
        }

        if (options.Parent == default && options.Links?.Any(link => IsMine(link.Context.TraceId)) == true)
        {
            lock (Lock)
            {
                _traces.Add(options.TraceId);
                TrackedActions.Add(options.TraceId, this);
            }

            return ActivitySamplingResult.AllDataAndRecorded;
        }

        return ActivitySamplingResult.None;
    }

    private void Started(Activity span)
    {
        if (!IsMine(span.TraceId))
        {
            return;
        }

        if (span.Source.Name == StreamsSource)
        {
            lock (Lock)
            {
                _streams.TryAdd(span.SpanId, span.ParentSpanId);
            }

            return;
        }

        var isOfMessage = span.Source.Name == AkkaTelemetry.SourceName
            && span.GetTagItem(AkkaSpanAttributes.ActorType) is not null
            && span.GetTagItem(AkkaSpanAttributes.MessageType) is not null;
        TrackedStep step = isOfMessage ? new MessageStep(span) : new TrackedStep(span);
        lock (Lock)
        {
            if (_steps.TryAdd(span.SpanId, step))
            {
                _order.Add(step);
                _open++;
                _changes++;
            }
        }
    }

    private void Stopped(Activity span)
    {
        if (!IsMine(span.TraceId))
        {
            return;
        }

        lock (Lock)
        {
            if (_steps.TryGetValue(span.SpanId, out var step) && step.Duration is null)
            {
                step.End(span);
                Close(step);
                WakeIfQuiet();
            }
        }
    }

    private TrackedStep? HandlerOf(TrackedStep step)
    {
        var above = _steps.GetValueOrDefault(AboveStreams(step.ParentId));
        while (above is not (null or MessageStep))
        {
            above = _steps.GetValueOrDefault(AboveStreams(above.ParentId));
        }

        return step is MessageStep ? null : above;
    }

    private void Close(TrackedStep step)
    {
        if (step.IsOpen)
        {
            step.IsOpen = false;
            _open--;
        }
    }

    private void WakeIfQuiet()
    {
        _changes++;
        if (IsQuiet)
        {
            Wake();
        }
    }

    private void Wake()
    {
        _waiter?.TrySetResult();
        _waiter = null;
    }
}
