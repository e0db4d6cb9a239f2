using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// An actor's stash with books beside it, so that a message comes back with its story. Akka's own stash does the work and
/// throws what it throws; a call that fails changes the books as far as it changed the stash.
/// </summary>
internal sealed class InstrumentedStash(IStash stash, ActorCell actor, StashDesk desk, MailboxRecorder recorder) : IStash
{
    private readonly StashBooks _books = new();
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
        var story = desk.BeginStory();
        story?.Stashed(Stopwatch.GetTimestamp(), ProcessingSpan());
        _books.Add(new(actor.CurrentMessage, actor.Sender, story));
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
            _books.RemoveFirst();
            End();
        }
    }

    public void UnstashAll()
    {
        Begin(next: _books.Count - 1, step: -1);
        try
        {
            stash.UnstashAll();
        }
        finally
        {
            _books.Clear();
            End();
        }
    }

    // Akka goes through its stash from the last message to the first; those that the predicate refuses are lost.
    public void UnstashAll(Func<Envelope, bool> predicate)
    {
        Begin(next: _books.Count, step: 0);
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
            _books.Clear();
            End();
        }
    }

    public IEnumerable<Envelope> ClearStash()
    {
        var messages = _books.Take();
        var envelopes = stash.ClearStash();
        Compare();
        return messages.Length == 0 ? envelopes : new ClearedStash(envelopes, messages);
    }

    // Akka's stash leaves equal envelopes out; so must the books.
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
            var story = cleared?.TakeStory(index++, envelope);
            if (distinct.Add(envelope))
            {
                messages.Add(new(envelope.Message, envelope.Sender, story));
                ordered.Add(envelope);
            }
        }

        stash.Prepend(ordered);
        _books.AddFirst(messages);
        Compare();
    }

    /// <summary>The mailbox gets a message back from <c>stash</c>. Which one it is, the order tells; the objects must be the same.</summary>
    internal StashStory? Return(Envelope envelope)
    {
        var index = _next;
        _next += _step;
        if (index < 0 || index >= _books.Count || !_books[index].Is(envelope))
        {
            return null;
        }

        var story = _books[index].Story;
        if (story is not null)
        {
            recorder.Unstashed(story.Returned(Stopwatch.GetTimestamp()));
        }

        return story;
    }

    private void Begin(int next, int step)
    {
        _next = next;
        _step = step;
        desk.BeginReturn(this);
    }

    private void End()
    {
        desk.EndReturn();
        Compare();
    }

    // A predicate that stashes, or an Akka whose stash works differently: better no story than another's.
    private void Compare()
    {
        if (_books.Count != stash.Count)
        {
            _books.Forget(stash.Count);
        }
    }

    // The handler may have started an activity of its own inside the message's span.
    private static ActivityContext ProcessingSpan()
    {
        var activity = Activity.Current;
        while (activity is not null && activity.Source != AkkaTelemetry.Source)
        {
            activity = activity.Parent;
        }

        // a span that passes through is the sender's
        return activity is null || ReferenceEquals(activity, PassThrough.Current?.Span) ? default : activity.Context;
    }
}
