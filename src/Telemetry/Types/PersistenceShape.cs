using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// What is known about one type of <see cref="PersistenceTypes"/>: the part that its messages play, and how to read them. Only public properties are
/// read. Any thread. Never throws.
/// </summary>
internal sealed class PersistenceShape
{
    private const string Space = "Akka.Persistence";

    private static readonly PersistenceShape None = new(PersistenceRole.None);

    // Invokers call a getter without the checks of PropertyInfo.GetValue.
    private readonly MethodInvoker? _content;
    private readonly MethodInvoker? _sender;
    private readonly MethodInvoker? _cause;
    private readonly MethodInvoker? _number;

    private PersistenceShape(
        PersistenceRole role, MethodInvoker? content = null, MethodInvoker? sender = null, MethodInvoker? cause = null, MethodInvoker? number = null)
    {
        Role = role;
        _content = content;
        _sender = sender;
        _cause = cause;
        _number = number;
    }

    /// <summary>The part that the messages play.</summary>
    public PersistenceRole Role { get; }

    /// <summary>The readable name of the type. Always the same object.</summary>
    public string Name { get; private init; } = "";

    /// <summary>Whether the messages answer for a deferred handler: nothing was written.</summary>
    public bool IsDeferred { get; private init; }

    /// <summary>Whether the content is a list of events.</summary>
    public bool IsAtomicWrite { get; private init; }

    public static PersistenceShape OfMessage(Type type) => type.Namespace != Space ? None : type.Name switch
    {
        "WriteMessages" => new(PersistenceRole.Request, Getter(type, "Messages"), number: Getter(type, "ActorInstanceId")),
        "WriteMessagesSuccessful" or "WriteMessagesFailed" => new(PersistenceRole.BatchAnswer, cause: Getter(type, "Cause")),
        "WriteMessageSuccess" or "WriteMessageRejected" or "WriteMessageFailure" =>
            new(PersistenceRole.EventAnswer, Getter(type, "Persistent"), cause: Getter(type, "Cause"), number: Getter(type, "ActorInstanceId")) { Name = TypeNames.Of(type) },
        "LoopMessageSuccess" =>
            new(PersistenceRole.EventAnswer, Getter(type, "Message"), number: Getter(type, "ActorInstanceId")) { Name = TypeNames.Of(type), IsDeferred = true },
        "RecoveryPermitGranted" => new(PersistenceRole.RecoveryBegins),
        "LoadSnapshotResult" => new(PersistenceRole.Snapshot),
        "ReplayedMessage" => new(PersistenceRole.Replayed),
        "RecoverySuccess" or "ReplayMessagesFailure" or "LoadSnapshotFailed" => new(PersistenceRole.Recovered, cause: Getter(type, "Cause")),
        _ => new(PersistenceRole.Other),
    };

    public static PersistenceShape OfEnvelope(Type type) => type.Namespace == Space
        ? new(PersistenceRole.Other, Getter(type, "Payload"), Getter(type, "Sender"), number: Getter(type, "SequenceNr")) { IsAtomicWrite = type.Name == "AtomicWrite" }
        : None;

    public static PersistenceShape OfActor(Type type) => new(PersistenceRole.Other, Getter(type, "IsRecovering"));

    /// <summary>Whether the actor says that it has recovered.</summary>
    public bool HasRecovered(object actor) => Get(_content, actor) is false;

    /// <summary>
    /// What a message or an envelope contains: the envelopes of a request, the object of an event's answer that was in the request too, the payload of
    /// an envelope.
    /// </summary>
    public object? Read(object from) => Get(_content, from);

    public IActorRef? SenderOf(object envelope) => Get(_sender, envelope) as IActorRef;

    /// <summary>Why the journal did not do what it was asked for; null when it did, or the message does not say it.</summary>
    public Exception? CauseOf(object answer) => Get(_cause, answer) as Exception;

    /// <summary>The number of the actor's instance in a request or an answer; the sequence number of an event. Allocates.</summary>
    public object? NumberOf(object from) => Get(_number, from);

    private static object? Get(MethodInvoker? getter, object from)
    {
        try
        {
            return getter?.Invoke(from);
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
    private static MethodInvoker? Getter(Type type, string name) =>
        Array.Find(type.GetProperties(BindingFlags.Public | BindingFlags.Instance), property => property.Name == name && property.GetIndexParameters().Length == 0)
            ?.GetMethod is { } getter ? MethodInvoker.Create(getter) : null;
}
