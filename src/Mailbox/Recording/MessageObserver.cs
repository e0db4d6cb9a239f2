using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// Watches the messages of one mailbox, for a feature that is not part of measuring and tracing them. Most mailboxes have none. The members here
/// pass each call on to the next observer of the mailbox, if there is one, so a feature overrides only what it needs. Unless a member says otherwise,
/// the thread that runs the mailbox calls it. No member may throw.
/// </summary>
/// <param name="next">The next observer of the same mailbox; null for none.</param>
internal abstract class MessageObserver(MessageObserver? next) : SendObserver
{
    /// <summary>The next observer of the same mailbox; null for none.</summary>
    public MessageObserver? Next { get; } = next;

    /// <summary>Whether it has to see the messages that the actor sends, because a message may belong to another trace than the current
    /// one.</summary>
    public virtual bool SeesSends => Next is { SeesSends: true };

    /// <summary>Whether it has to see each message, with precise times, also while no exporter listens. Any thread.</summary>
    public virtual bool SeesEveryMessage => Next is { SeesEveryMessage: true };

    /// <summary>
    /// Whether Akka puts the message at hand into an internal stash, so that no handler of the application gets it now. False where that is not
    /// certain.
    /// </summary>
    public virtual bool SetsAside => Next is { SetsAside: true };

    /// <summary>The actor, if it is a persistent one; else null. Any thread.</summary>
    public virtual IStoringActor? Storing => Next?.Storing;

    /// <summary>A run of the mailbox begins.</summary>
    /// <param name="hasListeners">Whether spans or counts are collected.</param>
    public virtual void RunBegins(bool hasListeners) => Next?.RunBegins(hasListeners);

    /// <summary>
    /// The actor gets a message that the recorder examines, because something is collected or an observer sees every message. This is called first.
    /// Returns whether the message counts as given to the actor now. A message that Akka may stash counts later, in its cell.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="cell">The cell in which it counts; null for none.</param>
    public virtual bool Counts(in StampedEnvelope message, MessageCell? cell) => Next?.Counts(message, cell) ?? true;

    /// <summary>
    /// The actor gets a message that the recorder examines. Called before <see cref="Begin"/>. Returns the message's origin, which may differ from
    /// the one that it came with.
    /// </summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="message">The message.</param>
    /// <param name="now">The time; 0 if it has not been read.</param>
    /// <param name="isMeasured">Whether the message counts for metrics.</param>
    public virtual MessageOrigin? Arrives(ActorTypeInfo type, in StampedEnvelope message, long now, bool isMeasured) =>
        Next is null ? message.Origin : Next.Arrives(type, message, now, isMeasured);

    /// <summary>A message's handler is about to run, and more of it is recorded than its count.</summary>
    /// <returns>The number by which <see cref="Ended"/> knows the message; 0 for none.</returns>
    public virtual long Begin(in BegunMessage message) => Next?.Begin(message) ?? 0;

    /// <summary>The handler of the message at hand has thrown.</summary>
    /// <param name="failure">The failure.</param>
    /// <param name="mailbox">The mailbox.</param>
    /// <param name="now">The time.</param>
    /// <param name="hasSpan">Whether its span is collected.</param>
    public virtual void Failed(PendingFailure failure, MailboxRecorder mailbox, long now, bool hasSpan) =>
        Next?.Failed(failure, mailbox, now, hasSpan);

    /// <summary>The handler of a message has ended. The next run may already be active, on another thread.</summary>
    /// <param name="number">The number that <see cref="Begin"/> has returned.</param>
    /// <param name="now">The time.</param>
    /// <param name="hasFailed">Whether it has thrown.</param>
    public virtual void Ended(long number, long now, bool hasFailed) => Next?.Ended(number, now, hasFailed);

    /// <summary>The handler of the last message, if any, has ended: the mailbox is empty, or a system message comes.</summary>
    public virtual void Rests() => Next?.Rests();

    /// <summary>The actor has not handled the message at hand.</summary>
    public virtual void Unhandled() => Next?.Unhandled();

    /// <summary>The actor has stashed the message at hand.</summary>
    public virtual void Stashed() => Next?.Stashed();

    /// <summary>The observer of a feature among this one and those after it; null for none. Any thread.</summary>
    public T? Find<T>()
        where T : MessageObserver => this as T ?? Next?.Find<T>();

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        return Next is not null && Next.TryOriginOf(message, current, passing, out origin);
    }
}

/// <summary>A message whose handler is about to run.</summary>
/// <param name="info">The pair of actor type and message type.</param>
/// <param name="message">The message, with its origin.</param>
/// <param name="span">Its span; null if it has none.</param>
/// <param name="now">The time.</param>
/// <param name="waited">How long it has waited, in ticks; negative where that is not known.</param>
/// <param name="isTraced">Whether spans are collected.</param>
/// <param name="isInRun">Whether its end will be seen.</param>
internal readonly ref struct BegunMessage(
    MessageTypeInfo info, in StampedEnvelope message, Activity? span, long now, long waited, bool isTraced, bool isInRun)
{
    public readonly StampedEnvelope Message = message;

    public MessageTypeInfo Info => info;

    public Activity? Span => span;

    public long Now => now;

    public long Waited => waited;

    public bool IsTraced => isTraced;

    public bool IsInRun => isInRun;
}

/// <summary>
/// Makes the observers of one feature. The features stand above this assembly, in the same package. Their types are known by name, because HOCON
/// alone may name the instrumentation.
/// </summary>
internal abstract class ObserverFactory
{
    private static readonly ObserverFactory Persistence = Make("AkkaInstrumentation.PersistenceObservers, AkkaInstrumentation.Persistence");
    private static readonly ObserverFactory LastMessages = Make("AkkaInstrumentation.LastMessageObservers, AkkaInstrumentation.Insight");

    /// <summary>The observers of an actor that starts; null for none. Called on the thread that starts the actor, in its parent's handler.</summary>
    public static MessageObserver? At(AkkaInstrumentationExtension system, ActorRules rules) =>
        Follow(Persistence.Apply(null, system, rules), system, rules);

    /// <summary>The observers of an actor whose rules have changed: the same objects if nothing has changed for them.</summary>
    public static MessageObserver? Follow(MessageObserver? observers, AkkaInstrumentationExtension system, ActorRules rules) =>
        LastMessages.Apply(observers, system, rules);

    /// <summary>Adds the feature's observer before the others, replaces it or removes it, as the rules require.</summary>
    /// <param name="observers">The observers of the actor so far; null for none.</param>
    /// <param name="system">The instrumentation.</param>
    /// <param name="rules">The rules for the actor.</param>
    protected abstract MessageObserver? Apply(MessageObserver? observers, AkkaInstrumentationExtension system, ActorRules rules);

    [UnconditionalSuppressMessage("Trimming", "IL2057", Justification = "The dynamic dependencies keep both.")]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor,
        "AkkaInstrumentation.PersistenceObservers", "AkkaInstrumentation.Persistence")]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor,
        "AkkaInstrumentation.LastMessageObservers", "AkkaInstrumentation.Insight")]
    private static ObserverFactory Make(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] string type) =>
        (ObserverFactory)Activator.CreateInstance(Type.GetType(type, throwOnError: true)!)!;
}
