using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// An actor's stash with a ledger beside it, so that a message keeps its history when it returns. Akka's own stash does the work and throws its own
/// exceptions. A call that fails changes the ledger exactly as far as it changed the stash.
/// </summary>
internal sealed class InstrumentedStash(IStash stash, ActorCell actor, StashHandoff handoff, MailboxRecorder recorder) : IStash
{
    private readonly StashLedger _ledger = new();
    private int _next;
    private int _step;

    public int Count => stash.Count;

    public bool IsEmpty => stash.IsEmpty;

    public bool NonEmpty => stash.NonEmpty;

    public bool IsFull => stash.IsFull;

    public int Capacity => stash.Capacity;

    public void Stash()
    {
        stash.Stash();
        recorder.Stashed();
        var history = handoff.BeginHistory();
        history?.Stashed(Stopwatch.GetTimestamp(), ProcessingSpan());
        _ledger.Add(new(actor.CurrentMessage!, actor.Sender, history));
        Compare();
    }

    public void Unstash()
    {
        Begin(next: 0, step: 0);
        try
        {
            stash.Unstash();
        }
        finally
        {
            _ledger.RemoveFirst();
            End();
        }
    }

    public void UnstashAll()
    {
        Begin(next: _ledger.Count - 1, step: -1);
        try
        {
            stash.UnstashAll();
        }
        finally
        {
            _ledger.Clear();
            End();
        }
    }

    // Akka goes through its stash from the last message to the first. Messages that the predicate refuses are lost.
    public void UnstashAll(Func<Envelope, bool> predicate)
    {
        Begin(next: _ledger.Count, step: 0);
        try
        {
            stash.UnstashAll(envelope =>
            {
                _next--;
                return predicate(envelope);
            });
        }
        finally
        {
            _ledger.Clear();
            End();
        }
    }

    public IEnumerable<Envelope> ClearStash()
    {
        var messages = _ledger.Take();
        var envelopes = stash.ClearStash();
        Compare();
        if (recorder.Relay is PersistentRelay relay)
        {
            // they go to the actor's other stash, and from there to the mailbox
            Array.ForEach(messages, message => message.MoveTo(relay));
        }

        return messages.Length == 0 ? envelopes : new ClearedStash(envelopes, messages);
    }

    // Akka's stash leaves out equal envelopes. The ledger must do the same.
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
                messages.Add(new(envelope.Message, envelope.Sender, history));
                ordered.Add(envelope);
            }
        }

        stash.Prepend(ordered);
        _ledger.AddFirst(messages);
        Compare();
    }

    /// <summary>The mailbox gets a message back from <c>stash</c>. Its position identifies it; the objects must be the same.</summary>
    internal StashHistory? Return(Envelope envelope)
    {
        var index = _next;
        _next += _step;
        if (index < 0 || index >= _ledger.Count || !_ledger[index].Is(envelope))
        {
            return null;
        }

        var history = _ledger[index].History;
        if (history is not null)
        {
            recorder.Unstashed(history.Returned(Stopwatch.GetTimestamp()));
        }

        return history;
    }

    private void Begin(int next, int step)
    {
        _next = next;
        _step = step;
        handoff.BeginReturn(this);
    }

    private void End()
    {
        handoff.EndReturn();
        Compare();
    }

    // Possible causes: a predicate that stashes, or an Akka version whose stash works differently. A missing history is better than a wrong one.
    private void Compare()
    {
        if (_ledger.Count != stash.Count)
        {
            _ledger.Forget(stash.Count);
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
