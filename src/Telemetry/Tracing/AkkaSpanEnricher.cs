using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Adds attributes, a name or links to the span of a message when the span starts. It is called for recorded spans only, on the thread that
/// runs the actor and before its handler, so it should be quick. If it throws, the message and its span continue, and the exception is reported
/// once. A handler adds its own data through <see cref="AkkaCurrentMessage.Span"/>.
/// </summary>
/// <param name="span">The span. It is current. Do not stop it.</param>
/// <param name="message">The message and its circumstances.</param>
public delegate void AkkaSpanEnricher(Activity span, AkkaMessageContext message);

/// <summary>
/// A message that an actor is about to handle, for an <see cref="AkkaMessageFilter"/> or an <see cref="AkkaSpanEnricher"/>. It is four words long and
/// is passed by value. Do not keep it: it holds the message and the actor's mailbox.
/// </summary>
public readonly struct AkkaMessageContext
{
    private readonly IActorRef? _sender;
    private readonly ObservedMailbox _mailbox;
    private readonly long _waitTicks;

    internal AkkaMessageContext(in StampedEnvelope message, ObservedMailbox mailbox, long now)
        : this(InnerMessage.Unwrap(message.Message), message.Sender, mailbox, message.EnqueuedAt, now)
    {
    }

    internal AkkaMessageContext(object message, IActorRef? sender, ObservedMailbox mailbox, long enqueuedAt, long now)
    {
        Message = message;
        _sender = sender;
        _mailbox = mailbox;
        _waitTicks = enqueuedAt == 0 ? -1 : Math.Max(0, now - enqueuedAt);
    }

    /// <summary>The message, without Akka's own wrapper around it.</summary>
    public object Message { get; }

    /// <summary>The sender; null when the message was sent without one. The sender of an <c>Ask</c> is a temporary reference.</summary>
    public IActorRef? Sender => _sender.IsNobody() ? null : _sender;

    /// <summary>The actor that handles the message.</summary>
    public IActorRef Actor => _mailbox.Self;

    /// <summary>Path of the actor without the system's address, for example <c>/user/orders</c>. Reading it costs nothing.</summary>
    public string ActorPath => _mailbox.Path;

    /// <summary>
    /// The time that the message waited in the mailbox; null when no spans were collected at the <c>Tell</c>, when the mailbox is a wrapped one of
    /// your own, or when the message has failed already.
    /// </summary>
    public TimeSpan? WaitTime => _waitTicks < 0 ? null : Stopwatch.GetElapsedTime(0, _waitTicks);
}

/// <summary>
/// Decides by a message's content whether it gets a span: false for none. Called after the rules, for each message that would get a span, on the
/// thread that runs the actor, so it should be quick. It is called once more for a message that may get a retroactive span. If it throws, the message
/// is handled as if the filter had returned true; the exception is counted, and logged once.
/// </summary>
/// <param name="message">The message, its sender, and the actor that gets it.</param>
/// <param name="alreadyInTrace">Whether it was sent inside a trace; if not, its span would begin one.</param>
/// <returns>Whether the message may get a span.</returns>
public delegate bool AkkaMessageFilter(AkkaMessageContext message, bool alreadyInTrace);

/// <summary>Calls the user's filter so that an exception in it does not affect a message. Any thread that runs an actor.</summary>
/// <param name="filter">The filter.</param>
/// <param name="system">The name of the actor system whose filter it is.</param>
internal sealed class TraceFilter(AkkaMessageFilter filter, string system)
{
    public bool Allows(in AkkaMessageContext message, bool alreadyInTrace)
    {
        using var scope = new ContextScope();
        return TelemetryFault.GuardValue(
            TelemetryFault.Filter, (filter, message, alreadyInTrace), static it => it.filter(it.message, it.alreadyInTrace), true, system);
    }
}
