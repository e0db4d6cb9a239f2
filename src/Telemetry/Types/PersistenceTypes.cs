using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The messages between a persistent actor and its journal, by their names: the library does not refer to Akka.Persistence. Only public properties are
/// read. Any thread. Never throws.
/// </summary>
internal static class PersistenceTypes
{
    private const string Space = "Akka.Persistence.";

    private static readonly TypeCache<Shape> Shapes = new();
    private static readonly TypeCache<Shape> Envelopes = new();
    private static readonly TypeCache<object> Actors = new();
    private static readonly TypeCache<object> Journals = new();
    private static readonly TypeCache<string> EventNames = new();
    private static readonly object Yes = new();
    private static readonly object No = new();

    /// <summary>Whether actors of the type are persistent.</summary>
    public static bool IsPersistentActor(Type? type) => type is not null
        && ReferenceEquals(Actors.GetOrAdd(type, static type => Derives(type, $"{Space}Eventsourced")), Yes);

    /// <summary>Whether persistent actors send their requests to actors of the type.</summary>
    public static bool IsJournal(Type? type) => type is not null
        && ReferenceEquals(Journals.GetOrAdd(type, static type => Derives(type, $"{Space}Journal.WriteJournalBase", $"{Space}Journal.PersistencePluginProxy")), Yes);

    /// <summary>The part that a message plays.</summary>
    public static PersistenceRole RoleOf(object message) => ShapeOf(message).Role;

    /// <summary>The object that is the same in the request and in its answer; null when the message is no such answer.</summary>
    public static object? KeyOf(object answer) => ShapeOf(answer) is { Role: PersistenceRole.EventAnswer } shape ? shape.Read(answer) : null;

    /// <summary>Whether the answer is for a deferred handler: nothing was written.</summary>
    public static bool IsDeferred(object answer) => answer.GetType().Name == "LoopMessageSuccess";

    /// <summary>Why the journal did not do what it was asked for; null when it did, or the message does not say it.</summary>
    public static Exception? CauseOf(object answer) => ShapeOf(answer).CauseOf(answer);

    /// <summary>The event in an answer; null when the message is no such answer.</summary>
    public static object? EventOf(object answer) => KeyOf(answer) is { } key
        ? EnvelopeOf(key).Read(key) ?? key
        : null;

    /// <summary>The name of the event's type in an answer; null when the message is no such answer.</summary>
    public static string? EventNameOf(object answer) =>
        EventOf(answer) is { } written ? EventNames.GetOrAdd(written.GetType(), static type => TypeNames.Of(type)) : null;

    /// <summary>What a request asks the journal to write: for each event, the object that is in its answer, and the sender of its command.</summary>
    public static IEnumerable<(object Key, IActorRef? Sender)> WritesOf(object request)
    {
        foreach (var envelope in ShapeOf(request).Read(request) as IEnumerable ?? Array.Empty<object>())
        {
            // an atomic write has a list of events; a deferred event stands for itself
            var shape = EnvelopeOf(envelope);
            var payload = shape.Read(envelope);
            if (envelope.GetType().Name == "AtomicWrite" && payload is IEnumerable events)
            {
                foreach (var written in events)
                {
                    yield return (written, EnvelopeOf(written).SenderOf(written));
                }
            }
            else if (payload is not null)
            {
                yield return (payload, shape.SenderOf(envelope));
            }
        }
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

    private static Shape ShapeOf(object message) => Shapes.GetOrAdd(message.GetType(), static type => Shape.OfMessage(type));

    private static Shape EnvelopeOf(object envelope) => Envelopes.GetOrAdd(envelope.GetType(), static type => Shape.OfEnvelope(type));

    private sealed class Shape(PersistenceRole role, PropertyInfo? content = null, PropertyInfo? sender = null, PropertyInfo? cause = null)
    {
        private static readonly Shape None = new(PersistenceRole.None);

        public PersistenceRole Role => role;

        public static Shape OfMessage(Type type)
        {
            if (type.Namespace != "Akka.Persistence")
            {
                return None;
            }

            return type.Name switch
            {
                "WriteMessages" => new(PersistenceRole.Request, Property(type, "Messages")),
                "WriteMessagesSuccessful" or "WriteMessagesFailed" => new(PersistenceRole.BatchAnswer),
                "WriteMessageSuccess" or "WriteMessageRejected" or "WriteMessageFailure" =>
                    new(PersistenceRole.EventAnswer, Property(type, "Persistent"), cause: Property(type, "Cause")),
                "LoopMessageSuccess" => new(PersistenceRole.EventAnswer, Property(type, "Message")),
                "RecoveryPermitGranted" => new(PersistenceRole.RecoveryBegins),
                "LoadSnapshotResult" => new(PersistenceRole.Snapshot),
                "ReplayedMessage" => new(PersistenceRole.Replayed),
                "RecoverySuccess" or "ReplayMessagesFailure" or "LoadSnapshotFailed" => new(PersistenceRole.Recovered, cause: Property(type, "Cause")),
                _ => new(PersistenceRole.Other),
            };
        }

        public static Shape OfEnvelope(Type type) => type.Namespace == "Akka.Persistence"
            ? new(PersistenceRole.Other, Property(type, "Payload"), Property(type, "Sender"))
            : None;

        public object? Read(object from) => Get(content, from);

        public IActorRef? SenderOf(object from) => Get(sender, from) as IActorRef;

        public Exception? CauseOf(object from) => Get(cause, from) as Exception;

        private static object? Get(PropertyInfo? property, object from)
        {
            try
            {
                return property?.GetValue(from);
            }
            catch (Exception e)
            {
                TelemetryFault.Report(TelemetryFault.Rules, e);
                return null;
            }
        }

        [UnconditionalSuppressMessage(
            "Trimming",
            "IL2070",
            Justification = "In a trimmed program a property that Akka.Persistence itself does not read may be missing. The trace then goes through the journal as far as the journal passes it on.")]
        private static PropertyInfo? Property(Type type, string name) =>
            Array.Find(type.GetProperties(BindingFlags.Public | BindingFlags.Instance), property => property.Name == name && property.GetIndexParameters().Length == 0);
    }
}
