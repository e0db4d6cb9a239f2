using System.Reflection;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The messages between a persistent actor and its journal. They are known by their names, because the library does not reference Akka.Persistence.
/// Any thread. Never throws.
/// </summary>
internal static class JournalMessages
{
    private static readonly TypeCache<PersistenceShape> Shapes = new(PersistenceShape.OfMessage, places: 256, usual: PersistenceShape.None);
    private static readonly TypeCache<PersistenceShape> Actors = new(PersistenceShape.OfActor);

    /// <summary>
    /// Whether a persistent actor has recovered, read from the actor's own property. False if the property is missing, which can happen in a trimmed
    /// program.
    /// </summary>
    public static bool HasRecovered(object actor) => Actors.For(actor.GetType()).Read(actor) is false;

    /// <summary>Whether a persistent actor is recovering, read from the actor's own property. False if the property is missing.</summary>
    public static bool IsRecovering(object actor) => Actors.For(actor.GetType()).Read(actor) is true;

    /// <summary>The id of a persistent actor's journal.</summary>
    public static string JournalOf(object actor) =>
        NamedTypes.Read(NamedTypes.Getter(actor.GetType(), "Journal"), actor) is IActorRef journal ? journal.Path.Name : "the journal";

    /// <summary>
    /// The id of the journal or snapshot store that has answered a persistent actor: its section in the configuration. It allocates.
    /// </summary>
    /// <param name="actor">The persistent actor; null when it is not known.</param>
    /// <param name="answer">The answer.</param>
    public static string StoreOf(object? actor, object answer)
    {
        var isSnapshot = answer.GetType().Name.Contains("Snapshot", StringComparison.Ordinal);
        var property = actor is null ? null : NamedTypes.Getter(actor.GetType(), isSnapshot ? "SnapshotStore" : "Journal");
        return NamedTypes.Read(property, actor!) is IActorRef store ? store.Path.Name : isSnapshot ? "the snapshot store" : "the journal";
    }

    /// <summary>Whether actors of the type answer writes. The persistent actor itself knows the traces of the answers.</summary>
    public static bool AnswersWrites(Type? type) =>
        PersistenceTypes.Derives(type, static type =>
            type is { Namespace: $"{PersistenceTypes.Space}.Journal", Name: "WriteJournalBase" or "Resequencer" });

    /// <summary>Returns what is known about the type of a message, or of an envelope in a request or in an answer.</summary>
    public static PersistenceShape ShapeOf(object message) => Shapes.For(message.GetType());

    /// <summary>The part that a message plays.</summary>
    public static PersistenceRole RoleOf(object message) => ShapeOf(message).Role;

    /// <summary>The name of the event's type in an answer; null when the message is no such answer.</summary>
    public static string? EventNameOf(object answer) =>
        ShapeOf(answer) is { Role: PersistenceRole.EventAnswer } shape && shape.Read(answer) is { } key
            ? TypeNames.Get((ShapeOf(key).Read(key) ?? key).GetType())
            : null;
}

/// <summary>
/// What is known about one type of <see cref="JournalMessages"/>: the part that its messages play, and how to read them. Only public properties are
/// read. Any thread. Never throws.
/// </summary>
internal sealed class PersistenceShape(
    PersistenceRole role, MethodInvoker? content = null, MethodInvoker? sender = null, MethodInvoker? cause = null, MethodInvoker? number = null)
{
    /// <summary>A message of somebody else.</summary>
    public static readonly PersistenceShape None = new(PersistenceRole.None);

    /// <summary>The part that the messages play.</summary>
    public PersistenceRole Role => role;

    /// <summary>The result in the answer for an event, one of <see cref="PersistenceAnswers"/>.</summary>
    public string Said { get; private init; } = "";

    /// <summary>Whether the messages answer for a deferred handler: nothing was written.</summary>
    public bool IsDeferred { get; private init; }

    /// <summary>Whether the content is a list of events.</summary>
    public bool IsAtomicWrite { get; private init; }

    public static PersistenceShape OfMessage(Type type)
    {
        return type.Namespace != PersistenceTypes.Space ? None : type.Name switch
        {
            "WriteMessages" => new(PersistenceRole.Request, Getter("Messages"), number: Getter("ActorInstanceId")),
            "WriteMessagesSuccessful" or "WriteMessagesFailed" => new(PersistenceRole.BatchAnswer, cause: Getter("Cause")),
            "WriteMessageSuccess" or "WriteMessageRejected" or "WriteMessageFailure" =>
                new(PersistenceRole.EventAnswer, Getter("Persistent"), cause: Getter("Cause"),
                    number: Getter("ActorInstanceId"))
                { Said = PersistenceAnswers.Word(type.Name) },
            "LoopMessageSuccess" => new(PersistenceRole.EventAnswer, Getter("Message"),
                number: Getter("ActorInstanceId"))
            { Said = PersistenceAnswers.Deferred, IsDeferred = true },
            "RecoveryPermitGranted" => new(PersistenceRole.RecoveryBegins),
            "LoadSnapshotResult" => new(PersistenceRole.Snapshot),
            "ReplayedMessage" => new(PersistenceRole.Replayed),
            "RecoverySuccess" or "ReplayMessagesFailure" or "LoadSnapshotFailed" => new(PersistenceRole.Recovered, cause: Getter("Cause")),
            _ => new(PersistenceRole.Other, Getter("Payload"), Getter("Sender"), Getter("Cause"),
                Getter("SequenceNr"))
            { IsAtomicWrite = type.Name == "AtomicWrite" },
        };

        MethodInvoker? Getter(string name) => NamedTypes.Getter(type, name);
    }

    public static PersistenceShape OfActor(Type type) => new(PersistenceRole.Other, NamedTypes.Getter(type, "IsRecovering"));

    /// <summary>
    /// Returns the content of a message or an envelope: the envelopes of a request, the object of an event's answer that was also in the request, or
    /// the payload of an envelope.
    /// </summary>
    public object? Read(object from) => NamedTypes.Read(content, from);

    public IActorRef? SenderOf(object envelope) => NamedTypes.Read(sender, envelope) as IActorRef;

    /// <summary>Why the journal refused the request; null if it did not, or if the message does not contain the reason.</summary>
    public Exception? CauseOf(object answer) => NamedTypes.Read(cause, answer) as Exception;

    /// <summary>The number of the actor's instance in a request or an answer; the sequence number of an event. Allocates.</summary>
    public object? NumberOf(object from) => NamedTypes.Read(number, from);
}

/// <summary>The part that a message plays between a persistent actor and its journal.</summary>
internal enum PersistenceRole
{
    /// <summary>A message of somebody else.</summary>
    None,

    /// <summary>One that is not needed here.</summary>
    Other,

    /// <summary>The actor asks for events to be written.</summary>
    Request,

    /// <summary>The journal has written a request, or has failed to. The actor may now send the next request.</summary>
    BatchAnswer,

    /// <summary>The journal answers for one event. The persist handler runs in this message.</summary>
    EventAnswer,

    /// <summary>The actor may begin to recover.</summary>
    RecoveryBegins,

    /// <summary>The snapshot from which the actor recovers, or one that it has asked for later.</summary>
    Snapshot,

    /// <summary>A stored event, for an actor that recovers.</summary>
    Replayed,

    /// <summary>The actor has recovered, or has failed to.</summary>
    Recovered,
}
