using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>Chooses the instrumented mailbox of an actor from its props.</summary>
internal static class MailboxChoice
{
    /// <summary>The id of the instrumented mailbox; null when the actor's own one stays.</summary>
    public static string? For(Props props) =>
        props.Deploy.Mailbox is var named && named != Deploy.NoMailboxGiven ? InPlaceOf(named)
        : RequiredBy(props.Type) is { } required && !required.IsAssignableFrom(typeof(WrappedMessageQueue)) ? null
        : AkkaInstrumentationConfig.DefaultMailboxId;

    // Only the actor's system knows the type of another id.
    private static string? InPlaceOf(string id) => id switch
    {
        "unbounded" or "akka.actor.mailbox.unbounded-queue-based" => AkkaInstrumentationConfig.UnboundedMailboxId,
        "akka.actor.mailbox.bounded-queue-based" => AkkaInstrumentationConfig.BoundedMailboxId,
        "akka.actor.mailbox.unbounded-deque-based" => AkkaInstrumentationConfig.UnboundedDequeMailboxId,
        "akka.actor.mailbox.bounded-deque-based" => AkkaInstrumentationConfig.BoundedDequeMailboxId,
        "akka.actor.mailbox.logger-queue" => AkkaInstrumentationConfig.LoggerMailboxId,
        _ => null,
    };

    private static Type? RequiredBy(Type actor) => NamedTypes.InterfacesOf(actor)
        .FirstOrDefault(required => required.IsGenericType && required.GetGenericTypeDefinition() == typeof(IRequiresMessageQueue<>))?
        .GetGenericArguments()[0];
}
