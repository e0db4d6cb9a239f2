using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;

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

/// <summary>
/// The core's view of a persistent actor: what the actor waits for, what its journal has answered, and the actor's internal stash, which no other
/// code can see. Unless a member says otherwise, the thread that runs the mailbox calls it. No member may throw.
/// </summary>
internal interface IStoringActor
{
    /// <summary>The messages and events that wait for the actor's journal. Any thread.</summary>
    PersistenceWaits Waits { get; }

    /// <summary>The id of the actor's journal; empty before the actor is created. Any thread.</summary>
    string Store { get; }

    /// <summary>
    /// Why the journal or snapshot store has refused a request, if the message at hand says so; null for nearly all messages.
    /// </summary>
    Exception? StoreError { get; }

    /// <summary>The id of the store that has answered with <see cref="StoreError"/>.</summary>
    string StoreOf(object answer);

    /// <summary>The name under which a message is shown when it stands for another one, as a journal's answer stands for an event; null for the
    /// message's own name.</summary>
    string? ShownName(object message);

    /// <summary>The actor has been created, for the first time or again.</summary>
    /// <param name="actor">The actor.</param>
    /// <param name="capacity">How many messages its internal stash holds; zero or negative for no limit.</param>
    void Created(object actor, int capacity);

    /// <summary>The actor has emptied its public stash: the messages go to its internal stash, before those that are there.</summary>
    void Move(StashedMessage[] messages);

    /// <summary>The actor puts a message of its internal stash back into its mailbox.</summary>
    void PutBack(Envelope envelope);

    /// <summary>The actor gets a message that it has put back. Returns it with its history, if that is known.</summary>
    StampedEnvelope TakeBack(in StampedEnvelope back);

    /// <summary>The actor has logged an error.</summary>
    void Logged(Exception cause);

    /// <summary>The actor stops itself, inside of a handler.</summary>
    /// <param name="logsErrors">Whether errors are logged at the current log level.</param>
    void StopsItself(bool logsErrors);

    /// <summary>The actor has stopped. Returns why its recovery has failed, if it has failed and no message has reported it; otherwise
    /// null.</summary>
    /// <param name="type">The actor's type.</param>
    /// <param name="isMeasured">Whether metrics are collected.</param>
    Exception? Stopped(ActorTypeInfo type, bool isMeasured);
}

/// <summary>
/// Sees the unsampled messages of one mailbox, in case that their trace is kept. The assembly above implements it. The thread that runs the mailbox.
/// A message that a run leaves is closed by that run or by the next one, whoever takes <see cref="UnsampledMessage.Run"/> away. No member throws.
/// </summary>
internal abstract class KeptHandler : UnsampledMessage
{
    /// <summary>
    /// A message begins of which nothing else is open, and the one before has ended. Runs for each unsampled message.
    /// </summary>
    public abstract void Next(MessageCell cell, MessageOrigin? origin, IActorRef? sender, long now, int run);

    /// <summary>The same for a message that something else is open of, or that has an activity.</summary>
    /// <param name="mailbox">The actor's.</param>
    /// <param name="info">Actor and message.</param>
    /// <param name="verdict">The rules' verdict on it.</param>
    /// <param name="message">The message.</param>
    /// <param name="now">The time.</param>
    /// <param name="waited">Ticks that it has waited; negative when unknown.</param>
    public abstract void Begin(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope message, long now, long waited);

    /// <summary>The open message has ended. Returns the time, which is read if it is 0.</summary>
    public abstract long End(long now);

    /// <summary>A run begins that has found a message of an earlier run. It goes on if its handler awaits.</summary>
    public abstract void TakeOver(int run, bool isAwaiting);

    /// <summary>A run ends that has left its last message open.</summary>
    public abstract void Leave(int run);

    /// <summary>The handler of the open message has thrown.</summary>
    public abstract void HasFailed();

    /// <summary>The place of the open message, whose span is made now because it has failed; null if its trace is not kept.</summary>
    public abstract RetroactivePlace? PlaceOfFailed();

    /// <summary>The same of one that was slow. Its span is made instead of a record.</summary>
    /// <param name="leavingRun">The run that leaves it; 0 for none.</param>
    public abstract RetroactivePlace? PlaceOfSlow(int leavingRun);
}
