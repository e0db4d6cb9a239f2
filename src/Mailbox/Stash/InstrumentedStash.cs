using System.Collections;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// An actor's stash with the histories of its messages beside it, because a stash holds only Akka's envelopes. Akka's own stash does the work and throws
/// its own exceptions. A call that fails changes the list exactly as far as it changed the stash.
/// </summary>
internal sealed class InstrumentedStash(IStash stash, ActorCell actor, InstrumentedStash? before, MailboxRecorder recorder) : IStash
{
    // What the mailbox knows about the message that the actor has. A restart keeps the message and makes another stash.
    private long _enqueuedAt = before?._enqueuedAt ?? 0;
    private MessageOrigin? _origin = before?._origin;

    // In the order of the stash.
    private readonly LinkedList<StashedMessage> _messages = [];

    // The one that the mailbox gets back next.
    private LinkedListNode<StashedMessage>? _next;

    /// <summary>The history of the actor's message; null when it has never been in the stash.</summary>
    public StashHistory? History => _origin?.History;

    /// <summary>Whether it puts messages back at the moment.</summary>
    public bool IsReturning => _next is not null;

    public int Count => stash.Count;

    public bool IsEmpty => stash.IsEmpty;

    public bool NonEmpty => stash.NonEmpty;

    public bool IsFull => stash.IsFull;

    public int Capacity => stash.Capacity;

    public void Stash()
    {
        stash.Stash();
        recorder.Stashed();
        var history = BeginHistory();
        history?.Stashed(Stopwatch.GetTimestamp(), ProcessingSpan());
        history?.Tracked?.Stashed();
        _messages.AddLast(new StashedMessage(actor.CurrentMessage!, actor.Sender, history));
        Compare();
    }

    public void Unstash()
    {
        _next = _messages.First;
        try
        {
            stash.Unstash();
        }
        finally
        {
            if (_messages.Count > 0)
            {
                _messages.RemoveFirst();
            }

            End();
        }
    }

    public void UnstashAll() => UnstashAll(static _ => true);

    // Akka goes through its stash from the last message to the first. Messages that the predicate refuses are lost.
    public void UnstashAll(Func<Envelope, bool> predicate)
    {
        var isFirst = true;
        try
        {
            stash.UnstashAll(envelope =>
            {
                (_next, isFirst) = (isFirst ? _messages.Last : _next?.Previous, false);
                return predicate(envelope) || Refuse(envelope);
            });
        }
        finally
        {
            _messages.Clear();
            End();
        }
    }

    public IEnumerable<Envelope> ClearStash()
    {
        var messages = _messages.ToArray();
        _messages.Clear();
        var envelopes = stash.ClearStash();
        Compare();
        if (recorder.Relay is PersistentRelay relay)
        {
            // they go to the actor's other stash, and from there to the mailbox
            relay.Prepends(messages);
        }
        else
        {
            Array.ForEach(messages, message => message.History?.Tracked?.Lost());
        }

        return messages.Length == 0 ? envelopes : new ClearedStash(envelopes, messages);
    }

    // Akka's stash leaves out equal envelopes. So must the list.
    public void Prepend(IEnumerable<Envelope> envelopes)
    {
        ArgumentNullException.ThrowIfNull(envelopes);
        var cleared = envelopes as ClearedStash;
        var distinct = new HashSet<Envelope>();
        var messages = new List<StashedMessage>();
        var ordered = new List<Envelope>();
        var index = 0;
        foreach (var envelope in envelopes)
        {
            var history = cleared?.TakeHistory(index++, envelope);
            if (distinct.Add(envelope))
            {
                history?.Tracked?.Stashed();
                messages.Add(new(envelope.Message, envelope.Sender, history));
                ordered.Add(envelope);
            }
        }

        stash.Prepend(ordered);
        foreach (var message in Enumerable.Reverse(messages))
        {
            _messages.AddFirst(message);
        }

        Compare();
    }

    /// <summary>The mailbox has given the actor this message, or none. For none, nothing is kept.</summary>
    internal void OnDequeued(long enqueuedAt, MessageOrigin? origin)
    {
        _enqueuedAt = enqueuedAt;
        _origin = origin;
    }

    /// <summary>The mailbox gets a message back from <c>stash</c>. Its position identifies it; the objects must be the same.</summary>
    internal StashHistory? Return(Envelope envelope)
    {
        var history = _next is { } next && next.Value.Is(envelope) ? next.Value.History : null;
        if (history is not null)
        {
            recorder.Unstashed(history.Returned(Stopwatch.GetTimestamp()));
            history.Tracked?.Unstashed();
        }

        return history;
    }

    // Akka drops a message that the predicate refuses. Returns false.
    private bool Refuse(Envelope envelope)
    {
        if (_next is { } refused && refused.Value.Is(envelope))
        {
            refused.Value.History?.Tracked?.Lost();
        }

        return false;
    }

    // The history of the actor's message. It begins here if there is none. Null when nobody has ever listened.
    private StashHistory? BeginHistory()
    {
        if (History is null && (_enqueuedAt != 0 || _origin is not null || Listeners.AreThere || Instruments.StashDuration.Enabled))
        {
            _origin = new StashHistory(_origin);
        }

        return History;
    }

    private void End()
    {
        _next = null;
        Compare();
    }

    // Possible causes: a predicate that stashes, or an Akka version whose stash works differently. A missing history is better than a wrong one.
    private void Compare()
    {
        var count = stash.Count;
        recorder.StashHolds(count);
        if (_messages.Count != count)
        {
            _messages.Clear();
            for (var left = count; left > 0; left--)
            {
                _messages.AddLast(default(StashedMessage));
            }
        }
    }

    // The handler may have started its own activity inside the message's span.
    private static ActivityContext ProcessingSpan()
    {
        var activity = Activity.Current;
        while (activity is not null && activity.Source != AkkaTelemetry.Source)
        {
            activity = activity.Parent;
        }

        // a pass-through span belongs to the sender
        return activity is null || ReferenceEquals(activity, PassThroughContext.Current?.Span) ? default : activity.Context;
    }
}

/// <summary>
/// The result of <see cref="IStash.ClearStash"/>. If it is passed to <see cref="IStash.Prepend"/>, the messages get their histories back.
/// </summary>
internal sealed class ClearedStash(IEnumerable<Envelope> envelopes, StashedMessage[] messages) : IEnumerable<Envelope>
{
    /// <summary>Returns the history of a message once, because a history belongs to one stash at a time.</summary>
    public StashHistory? TakeHistory(int index, Envelope envelope)
    {
        if (index >= messages.Length || !messages[index].Is(envelope))
        {
            return null;
        }

        var history = messages[index].History;
        messages[index] = default;
        return history;
    }

    public IEnumerator<Envelope> GetEnumerator() => envelopes.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>A queue whose actor may stash.</summary>
internal interface IStashingQueue
{
    MailboxRecorder Recorder { get; }

    /// <summary>The stash of the actor's present incarnation; null before it has one. Actor's thread.</summary>
    InstrumentedStash? Stash { get; set; }
}
