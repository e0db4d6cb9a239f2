using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.SysMsg;
using Akka.Streams;

namespace AkkaInstrumentation;

/// <summary>
/// The traces in which elements were sent to a source, by the identity of the element: between the sender and the first stage, Akka keeps nothing
/// but the element. An entry does not keep its element alive, so one that the source drops takes no memory. Of an object that is sent in two traces
/// before it arrives, nobody can say in which one it comes, and it comes in none. Any thread.
/// </summary>
internal sealed class ElementTraces
{
    private readonly ConditionalWeakTable<object, Sender> _senders = [];

    /// <summary>An element is sent now, on this thread. Never throws.</summary>
    public void Sent(object? element)
    {
        if (element is not null && AkkaTelemetry.Source.HasListeners())
        {
            TelemetryFault.Guard(TelemetryFault.Event, (Traces: this, element), static it => it.Traces.SentCore(it.element));
        }
    }

    /// <summary>The span in which an element was sent; false if that is not known.</summary>
    public bool TryTake(object element, out ActivityContext sentIn)
    {
        if (!_senders.TryGetValue(element, out var sender))
        {
            sentIn = default;
            return false;
        }

        lock (_senders)
        {
            _senders.Remove(element);
        }

        sentIn = sender.Context;
        return sentIn != default;
    }

    private void SentCore(object element)
    {
        var context = SenderOrigin.Find(element) is { IsRecorded: true, IsScheduled: false } origin ? origin.Context : default;
        lock (_senders)
        {
            if (_senders.TryGetValue(element, out var other))
            {
                if (other.Context != context)
                {
                    _senders.AddOrUpdate(element, Sender.Unknown);
                }
            }
            else if (context != default)
            {
                _senders.Add(element, new(context));
            }
        }
    }

    private sealed class Sender(ActivityContext context)
    {
        public static readonly Sender Unknown = new(default);

        public ActivityContext Context => context;
    }
}

/// <summary>The queue of a source, which notes in which trace an element is offered.</summary>
internal sealed class TracingQueue<T>(ISourceQueueWithComplete<T> queue, ElementTraces traces) : ISourceQueueWithComplete<T>
{
    public Task<IQueueOfferResult> OfferAsync(T element)
    {
        traces.Sent(element);
        return queue.OfferAsync(element);
    }

    public Task<IQueueOfferResult> OfferAsync(T element, CancellationToken cancellationToken)
    {
        traces.Sent(element);
        return queue.OfferAsync(element, cancellationToken);
    }

    public Task WatchCompletionAsync() => queue.WatchCompletionAsync();

    public void Complete() => queue.Complete();

    public void Fail(Exception ex) => queue.Fail(ex);
}

/// <summary>
/// The reference of a source's actor, which notes in which trace a message is sent. It has the actor's path, so it is equal to the actor's own
/// reference. What comes from another node or by a selection goes to that one, and has no span.
/// </summary>
internal sealed class TracingActorRef(IInternalActorRef actor, ElementTraces traces) : InternalActorRefBase
{
    public override ActorPath Path => actor.Path;

    public override IInternalActorRef Parent => actor.Parent;

    public override IActorRefProvider Provider => actor.Provider;

    public override bool IsLocal => actor.IsLocal;

    public override bool IsTerminated => actor is InternalActorRefBase { IsTerminated: true };

    public override IActorRef GetChild(IReadOnlyList<string> name) => actor.GetChild(name);

    public override void Resume(Exception? causedByFailure = null) => actor.Resume(causedByFailure);

    public override void Start() => actor.Start();

    public override void Stop() => actor.Stop();

    public override void Restart(Exception cause) => actor.Restart(cause);

    public override void Suspend() => actor.Suspend();

    public override void SendSystemMessage(ISystemMessage message) => actor.SendSystemMessage(message);

    protected override void TellInternal(object message, IActorRef sender)
    {
        traces.Sent(message);
        actor.Tell(message, sender);
    }
}
