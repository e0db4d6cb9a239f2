namespace AkkaInstrumentation;

/// <summary>
/// The messages between a persistent actor and its journal, by their names: the library does not refer to Akka.Persistence. Any thread.
/// Never throws.
/// </summary>
internal static class PersistenceTypes
{
    private const string Space = "Akka.Persistence.";

    private static readonly TypeCache<PersistenceShape> Shapes = new();
    private static readonly TypeCache<PersistenceShape> Envelopes = new();
    private static readonly TypeCache<PersistenceShape> ActorShapes = new();
    private static readonly TypeCache<object> Actors = new();
    private static readonly TypeCache<object> Journals = new();
    private static readonly TypeCache<string> EventNames = new();
    private static readonly object Yes = new();
    private static readonly object No = new();

    /// <summary>Whether actors of the type are persistent.</summary>
    public static bool IsPersistentActor(Type? type) => type is not null
        && ReferenceEquals(Actors.GetOrAdd(type, static type => Derives(type, $"{Space}Eventsourced")), Yes);

    /// <summary>
    /// Whether a persistent actor has recovered, as it says itself. False where it does not say it. In a trimmed program that may be so.
    /// </summary>
    public static bool HasRecovered(object actor) => ActorShapes.GetOrAdd(actor.GetType(), static type => PersistenceShape.OfActor(type)).HasRecovered(actor);

    /// <summary>Whether persistent actors send their requests to actors of the type.</summary>
    public static bool IsJournal(Type? type) => type is not null
        && ReferenceEquals(Journals.GetOrAdd(type, static type => Derives(type, $"{Space}Journal.WriteJournalBase", $"{Space}Journal.PersistencePluginProxy")), Yes);

    /// <summary>What is known about a message's type.</summary>
    public static PersistenceShape ShapeOf(object message) => Shapes.GetOrAdd(message.GetType(), static type => PersistenceShape.OfMessage(type));

    /// <summary>The same about an envelope in a request or in an answer.</summary>
    public static PersistenceShape EnvelopeOf(object envelope) => Envelopes.GetOrAdd(envelope.GetType(), static type => PersistenceShape.OfEnvelope(type));

    /// <summary>The part that a message plays.</summary>
    public static PersistenceRole RoleOf(object message) => ShapeOf(message).Role;

    /// <summary>The name of the event's type in an answer; null when the message is no such answer.</summary>
    public static string? EventNameOf(object answer)
    {
        if (ShapeOf(answer) is not { Role: PersistenceRole.EventAnswer } shape || shape.Read(answer) is not { } key)
        {
            return null;
        }

        var written = EnvelopeOf(key).Read(key) ?? key;
        return EventNames.GetOrAdd(written.GetType(), static type => TypeNames.Of(type));
    }

    private static object Derives(Type type, params ReadOnlySpan<string> names)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            if (names.Contains(current.FullName!))
            {
                return Yes;
            }
        }

        return No;
    }
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

    /// <summary>An event of the past, for an actor that recovers.</summary>
    Replayed,

    /// <summary>The actor has recovered, or has failed to.</summary>
    Recovered,
}
