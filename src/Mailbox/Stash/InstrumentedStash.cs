using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// An actor's stash that also keeps the histories of its messages, because a stash holds only Akka's envelopes. Akka's own stash does the work and
/// throws its own exceptions. A call that fails changes the list exactly as far as it changed the stash.
/// </summary>
internal sealed class InstrumentedStash(IStash stash, ActorCell actor, InstrumentedStash? before, MailboxRecorder recorder) : IStash
{
    // What the mailbox knows about the message that the actor has. A restart keeps the message and makes another stash.
    private long _enqueuedAt = before?._enqueuedAt ?? 0;
    private MessageOrigin? _origin = before?._origin;

    // The histories, in the order of the stash.
    private readonly LinkedList<StashedMessage> _messages = [];

    // The order in which the stash gives its messages back at the moment.
    private Order _returning;

    private enum Order
    {
        Nothing,
        First,
        LastToFirst,
    }

    /// <summary>The history of the actor's message; null when it has never been in the stash.</summary>
    public StashHistory? History => _origin?.History;

    /// <summary>Whether the stash puts messages back at the moment.</summary>
    public bool IsReturning => _returning != Order.Nothing;

    public int Count => stash.Count;

    public bool IsEmpty => stash.IsEmpty;

    public bool NonEmpty => stash.NonEmpty;

    public bool IsFull => stash.IsFull;

    public int Capacity => stash.Capacity;

    public void Stash()
    {
        stash.Stash();
        recorder.Stashed();
        var origin = BeginHistory();
        origin?.Stashed(Stopwatch.GetTimestamp(), ProcessingSpan());
        _messages.AddLast(new StashedMessage(actor.CurrentMessage!, actor.Sender, origin));
        Compare();
    }

    public void Unstash() => PutBack(Order.First, stash.Unstash);

    public void UnstashAll() => PutBack(Order.LastToFirst, stash.UnstashAll);

    public void UnstashAll(Func<Envelope, bool> predicate) =>
        PutBack(Order.LastToFirst, () => stash.UnstashAll(envelope => predicate(envelope) || Refuse()));

    public IEnumerable<Envelope> ClearStash()
    {
        var messages = _messages.ToArray();
        _messages.Clear();
        var envelopes = stash.ClearStash();
        Compare();
        if (recorder.Storing is { } storing)
        {
            storing.Move(messages);
        }
        else
        {
            Array.ForEach(messages, static message => message.Lost());
        }

        return messages.Length == 0 ? envelopes : new ClearedStash(envelopes, messages);
    }

    // Akka's stash leaves out equal envelopes. So must the list.
    public void Prepend(IEnumerable<Envelope> envelopes)
    {
        var cleared = envelopes as ClearedStash;
        var messages = envelopes
            .Select(envelope => (Envelope: envelope, Origin: cleared?.TakeOrigin(envelope)))
            .DistinctBy(message => message.Envelope)
            .ToList();
        stash.Prepend(messages.Select(message => message.Envelope));
        foreach (var (envelope, origin) in Enumerable.Reverse(messages))
        {
            origin?.Tracked?.Stashed();
            _messages.AddFirst(new StashedMessage(envelope.Message, envelope.Sender, origin));
        }

        Compare();
    }

    /// <summary>The mailbox has given the actor this message, or none. For none, nothing is kept.</summary>
    internal void OnDequeued(long enqueuedAt, MessageOrigin? origin)
    {
        _enqueuedAt = enqueuedAt;
        _origin = origin;
    }

    /// <summary>The mailbox gets a message back from <c>stash</c>. The message is found by its position, and the objects must be the same.</summary>
    internal ExtendedOrigin? Return(Envelope envelope)
    {
        if (!IsReturning || (_returning == Order.First ? _messages.First : _messages.Last) is not { } next)
        {
            return null;
        }

        _messages.Remove(next);
        if (!next.Value.Is(envelope) || next.Value.Origin is not { } origin)
        {
            return null;
        }

        recorder.Unstashed(origin.StashHistory!.Returned(Stopwatch.GetTimestamp()));
        origin.Tracked?.Unstashed();
        return origin;
    }

    // Akka drops a message that the predicate refuses. Returns false.
    private bool Refuse()
    {
        if (_messages.Last is { } refused)
        {
            refused.Value.Lost();
            _messages.Remove(refused);
        }

        return false;
    }

    private void PutBack(Order order, Action call)
    {
        _returning = order;
        try
        {
            call();
        }
        finally
        {
            _returning = Order.Nothing;
            Compare();
        }
    }

    // The origin of the actor's message with its history, which begins here if there is none. Null when nothing has ever been collected.
    private ExtendedOrigin? BeginHistory()
    {
        if (_enqueuedAt == 0 && _origin is null && !Listeners.AreThere && !Instruments.StashDuration.Enabled)
        {
            return null;
        }

        var origin = ExtendedOrigin.WithHistory(_origin);
        _origin = origin;
        return origin;
    }

    // The two lists differ when a predicate has thrown or stashed, or when Akka's stash works in another way. A missing history is better than a
    // wrong one.
    private void Compare()
    {
        recorder.StashHolds(stash.Count);
        if (_messages.Count != stash.Count)
        {
            _messages.Clear();
        }
    }

    // The handler may have started its own activity inside the message's span.
    private static Activity? ProcessingSpan()
    {
        var activity = Activity.Current;
        while (activity is not null && activity.Source != AkkaTelemetry.Source)
        {
            activity = activity.Parent;
        }

        // a pass-through span belongs to the sender
        return activity is null || ReferenceEquals(activity, PassThroughContext.Current?.Span) ? null : activity;
    }
}

/// <summary>
/// The result of <see cref="IStash.ClearStash"/>. If it is passed to <see cref="IStash.Prepend"/>, the messages get their histories back.
/// </summary>
internal sealed class ClearedStash(IEnumerable<Envelope> envelopes, IEnumerable<StashedMessage> messages) : List<Envelope>(envelopes)
{
    private readonly Queue<StashedMessage> _messages = new(messages);

    /// <summary>Returns the origin of a message once, because its history belongs to one stash at a time.</summary>
    public ExtendedOrigin? TakeOrigin(Envelope envelope) =>
        _messages.TryPeek(out var next) && next.Is(envelope) ? _messages.Dequeue().Origin : null;
}

/// <summary>A queue whose actor may stash.</summary>
internal interface IStashingQueue
{
    MailboxRecorder Recorder { get; }

    /// <summary>The stash of the actor's present incarnation; null before it has one. Actor's thread.</summary>
    InstrumentedStash? Stash { get; set; }
}

/// <summary>
/// Replaces Akka's stash by an <see cref="InstrumentedStash"/> when an actor with an instrumented deque as mailbox is created. This happens before
/// the actor's first message, and after Akka's own plug-in has set a stash. A stash that the actor created itself stays.
/// </summary>
internal sealed class StashPlugin : ActorProducerPluginBase
{
    /// <summary>
    /// Called once for each system. Akka reads its list of plug-ins when it creates the first actor of a type, without a lock. So an early call is
    /// better. With an instrumented default mailbox, the call is made before the first actor.
    /// </summary>
    public static void Register(ExtendedActorSystem system)
    {
        lock (system.ActorPipelineResolver)
        {
            system.ActorPipelineResolver.Register(new StashPlugin());
        }
    }

    public override bool CanBeAppliedTo(Type actorType) => typeof(IActorStash).IsAssignableFrom(actorType);

    public override void AfterIncarnated(ActorBase actor, IActorContext context)
    {
        if (actor is not IActorStash { Stash: { } stash } stashing
            || context is not ActorCell { Mailbox.MessageQueue: IStashingQueue queue } cell)
        {
            return;
        }

        queue.Recorder.StashHolds(0);
        if (stash is AbstractStash)
        {
            stashing.Stash = queue.Stash = new InstrumentedStash(stash, cell, queue.Stash, queue.Recorder);
        }
        else if (PersistenceTypes.IsPersistentActor(actor.GetType()))
        {
            // The actor wraps the stash that it is given in an internal one that cannot be reached. So it is given another stash, which is equally
            // empty.
            stashing.Stash = queue.Stash = new InstrumentedStash(context.CreateStash(actor.GetType()), cell, queue.Stash, queue.Recorder);
            queue.Recorder.Storing?.Created(actor, stash.Capacity);
        }
    }
}
