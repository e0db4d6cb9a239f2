using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// The name of the type of the actor behind a reference. The cell of a stopped actor no longer knows the type, and most dead letters are
/// for stopped actors. So the type of an instrumented actor is stored beside its reference when the actor stops, for as long as the reference is in
/// use. The type of an actor that asks is stored in the same way, beside the temporary reference of its Ask.
/// </summary>
internal sealed class ActorNames(ExtendedActorSystem system)
{
    private const int MaxLooked = 100_000;

    private readonly ConditionalWeakTable<IActorRef, KnownActor> _known = [];

    // The actors that have answered Asks with these exceptions.
    private readonly ConditionalWeakTable<Exception, string> _answers = [];

    public void Stopped(IActorRef actor, string type) => _known.AddOrUpdate(actor, new(type, Stopwatch.GetTimestamp()));

    /// <summary>When an instrumented actor has stopped, in ticks of the stopwatch; 0 when that is not known.</summary>
    public long StoppedAt(IActorRef actor) => _known.TryGetValue(actor, out var stopped) ? stopped.StoppedAt : 0;

    /// <summary>
    /// A message is sent on this thread. If its sender is the temporary reference of an Ask, notes the asker, which is the actor that this thread
    /// runs. The first note stays, so a question keeps its asker when it is passed on. Allocates and locks only for a question. Never throws.
    /// </summary>
    /// <param name="sender">The message's sender.</param>
    /// <param name="receiver">The message's receiver.</param>
    /// <param name="question">The message, if it has reached its receiver; otherwise null.</param>
    public void NoteAsker(IActorRef? sender, IActorRef? receiver, object? question = null)
    {
        if (sender is MinimalActorRef && IsAsking(sender) && !_known.TryGetValue(sender, out _)
            && (sender is IAskingRef measured ? measured.Asker ?? FoldedNames.Ask
                : FindAsker(InternalCurrentActorCellKeeper.Current, sender, receiver)) is { } asker)
        {
            _known.TryAdd(sender, new(asker, StoppedAt: 0)
            {
                Question = receiver is null || question is null ? null
                    : new(asker, InnerMessage.Unwrap(question).GetType(), receiver.Path, Stopwatch.GetTimestamp()),
            });
        }
    }

    // Only the thread that runs the cell's actor gets here, so the cell does not change meanwhile. Null where another actor may have asked: an actor
    // passes on its current message or puts back a stashed one, and infrastructure keeps messages for later. A stage of a stream asks by itself.
    private static string? FindAsker(ActorCell? cell, IActorRef sender, IActorRef? receiver) =>
        cell is null ? FoldedNames.Ask
        : ReferenceEquals(cell.Sender, sender) || ReferenceEquals(cell.Self, receiver) ? null
        : cell.Mailbox?.MessageQueue is IObservedQueue { Observed: { ActorType: { } type, Rules: { } rules } }
            && (rules.Kind == AkkaActorKind.User || rules.RunsStreams)
            ? type.Name
            : null;

    /// <summary>The questions of Asks that have not ended, mostly the oldest first. The number of references that are examined is limited. Any
    /// thread.</summary>
    /// <param name="before">Only questions that were asked before this time are returned, in <see cref="Stopwatch"/> ticks.</param>
    public IEnumerable<OpenQuestion> Unanswered(long before) => _known.Take(MaxLooked)
        .Where(one => one.Value.Question?.At <= before && !system.Provider.TempContainer.GetChild([one.Key.Path.Name]).IsNobody())
        .Select(one => one.Value.Question!);

    /// <summary>An actor has answered an Ask with this exception, which its asker may pipe to itself. Never throws.</summary>
    public void NoteAnswer(Exception cause, string actor) => _answers.TryAdd(cause, actor);

    /// <summary>
    /// The actor type behind a <c>Status.Failure</c>: that of the actor that has answered, or that was asked where that is known; otherwise
    /// <c>_unknown</c>. A result that an actor pipes to itself has no sender, or the actor itself or, with <c>PipeTo(Self, Sender)</c>, another actor
    /// as its sender. Never throws.
    /// </summary>
    /// <param name="receiver">The receiver.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="cause">The exception that it contains; may be null.</param>
    public string WhoFailed(IActorRef receiver, IActorRef? sender, Exception? cause) =>
        cause is not null && _answers.TryGetValue(cause, out var known) ? known
        : IsAsking(sender) || TelemetryFault.GuardValue(TelemetryFault.Event, (receiver, sender), static it => it.receiver.Equals(it.sender), true)
            ? FoldedNames.Unknown
        : Known(sender);

    /// <summary>The same as <see cref="Get(IActorRef)"/>, but no actor is <c>_unknown</c>.</summary>
    public string Known(IActorRef? actor) => Get(actor) is { } name and not FoldedNames.None ? name : FoldedNames.Unknown;

    /// <summary>The type of the actor that owns a stream, by the path of the stream's actor; null for a stream of the whole system.</summary>
    public string? OwnerOf(ActorCell stream)
    {
        var above = stream.Parent;
        while (above is ActorRefWithCell { Underlying: { Props.Type.Namespace: { } name, Parent: { } next } }
            && name.StartsWith("Akka.Streams", StringComparison.Ordinal))
        {
            above = next;
        }

        return above.Path.Depth > 1 ? Get(above) : null;
    }

    /// <summary>Any thread. Never throws: the reference may be of a user's own class.</summary>
    public string Get(IActorRef? actor) =>
        TelemetryFault.GuardValue(TelemetryFault.Event, (Names: this, actor), static it => it.Names.GetCore(it.actor), FoldedNames.Unknown);

    /// <summary>The same for a message's sender. A scheduler mostly sets no sender.</summary>
    /// <param name="sender">The sender.</param>
    /// <param name="isScheduled">Whether the message came from a scheduler.</param>
    public string OfSender(IActorRef? sender, bool isScheduled) =>
        Get(sender) is var name && isScheduled && name == FoldedNames.None ? FoldedNames.Timer : name;

    /// <summary>Whether a reference is the temporary sender of an Ask. Never throws, for the same reason.</summary>
    public static bool IsAsking(IActorRef? actor) =>
        TelemetryFault.GuardValue(
            TelemetryFault.Event, actor, static actor => actor is MinimalActorRef && ActorTypeNames.IsTemporary(actor.Path), false);

    // The name in the metrics, which a rule may have given or the cap has folded. An actor that has not started yet also knows its props.
    private string GetCore(IActorRef? actor) =>
        actor is null or Nobody || ReferenceEquals(actor, system.DeadLetters) ? FoldedNames.None
        : actor is not ActorRefWithCell && ActorTypeNames.IsDeadLetters(actor.Path) ? FoldedNames.None
        : actor is IActorRefScope { IsLocal: false } ? FoldedNames.Remote
        : actor is ActorRefWithCell { Underlying: ActorCell { Mailbox.MessageQueue: IObservedQueue { Observed.ActorType: { } type } } } ? type.Name
        : _known.TryGetValue(actor, out var known) ? known.Type
        : actor is ActorRefWithCell { Underlying.Props: { } props and not TerminatedProps } ? ActorTypeNames.Get(props)
        : IsAsking(actor) ? (actor as IAskingRef)?.Asker ?? FoldedNames.Ask
        : FoldedNames.Unknown;

    /// <summary>A path with its address, as <see cref="ActorTypeNames.PathOf"/> shows it.</summary>
    public static string PathWithAddress(ActorPath path) => $"{ForeignText.Of(path.Address)}{ActorTypeNames.PathOf(path)}";

    private sealed record KnownActor(string Type, long StoppedAt)
    {
        public OpenQuestion? Question { get; init; }
    }
}

/// <summary>A temporary reference of an Ask that knows the asking actor.</summary>
internal interface IAskingRef
{
    /// <summary>Readable name of the asking actor's type; null for code outside of actors.</summary>
    string? Asker { get; }
}

/// <summary>A question that an actor has asked. It has no reference to an actor.</summary>
/// <param name="Asker">Readable name of the asking actor's type; <c>_ask</c> for code outside of actors.</param>
/// <param name="Question">The question's type.</param>
/// <param name="Receiver">The path of the asked actor.</param>
/// <param name="At"><see cref="Stopwatch"/> ticks.</param>
internal sealed record OpenQuestion(string Asker, Type Question, ActorPath Receiver, long At);
