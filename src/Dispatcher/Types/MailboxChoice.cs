using Akka.Actor;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Chooses the instrumented mailbox of an actor from its props.</summary>
internal static class MailboxChoice
{
    // The order matters: a bounded deque is also a bounded queue.
    private static readonly (Type Required, string Id)[] ByRequirement =
    [
        (typeof(IBoundedDequeBasedMessageQueueSemantics), AkkaInstrumentationConfig.BoundedDequeMailboxId),
        (typeof(IDequeBasedMessageQueueSemantics), AkkaInstrumentationConfig.UnboundedDequeMailboxId),
        (typeof(IBoundedMessageQueueSemantics), AkkaInstrumentationConfig.BoundedMailboxId),
        (typeof(ILoggerMessageQueueSemantics), AkkaInstrumentationConfig.LoggerMailboxId),
        (typeof(IUnboundedMessageQueueSemantics), AkkaInstrumentationConfig.UnboundedMailboxId),
    ];

    /// <summary>The mailbox of an actor whose props name none; null when the actor requires a queue that only its system knows.</summary>
    public static string? For(Type actor) =>
        RequiredBy(actor) is { } required ? ByRequirement.FirstOrDefault(choice => choice.Required.IsAssignableFrom(required)).Id
        : typeof(IActorStash).IsAssignableFrom(actor) ? AkkaInstrumentationConfig.UnboundedDequeMailboxId
        : AkkaInstrumentationConfig.UnboundedMailboxId;

    /// <summary>The counterpart of one of Akka's ids; null for any other id, because only the actor's system knows its type.</summary>
    public static string? InPlaceOf(string id) => id switch
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
