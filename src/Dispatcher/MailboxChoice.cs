using Akka.Actor;
using Akka.Dispatch;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Which instrumented mailbox an actor gets by its props.</summary>
internal static class MailboxChoice
{
    // Asked in this order: a bounded deque is also a bounded queue.
    private static readonly (Type Required, string Id)[] ByRequirement =
    [
        (typeof(IBoundedDequeBasedMessageQueueSemantics), InstrumentationConfig.BoundedDequeMailboxId),
        (typeof(IDequeBasedMessageQueueSemantics), InstrumentationConfig.UnboundedDequeMailboxId),
        (typeof(IBoundedMessageQueueSemantics), InstrumentationConfig.BoundedMailboxId),
        (typeof(ILoggerMessageQueueSemantics), InstrumentationConfig.LoggerMailboxId),
        (typeof(IUnboundedMessageQueueSemantics), InstrumentationConfig.UnboundedMailboxId),
    ];

    /// <summary>For an actor whose props name no mailbox; null when it requires a queue that only its system knows.</summary>
    public static string? For(Type actor) =>
        RequiredBy(actor) is { } required ? ByRequirement.FirstOrDefault(choice => choice.Required.IsAssignableFrom(required)).Id
        : typeof(IActorStash).IsAssignableFrom(actor) ? InstrumentationConfig.UnboundedDequeMailboxId
        : InstrumentationConfig.UnboundedMailboxId;

    /// <summary>
    /// The counterpart of one of Akka's ids. Null for any other: what is behind it only its system knows.
    /// </summary>
    public static string? InPlaceOf(string id) => id switch
    {
        "unbounded" or "akka.actor.mailbox.unbounded-queue-based" => InstrumentationConfig.UnboundedMailboxId,
        "akka.actor.mailbox.bounded-queue-based" => InstrumentationConfig.BoundedMailboxId,
        "akka.actor.mailbox.unbounded-deque-based" => InstrumentationConfig.UnboundedDequeMailboxId,
        "akka.actor.mailbox.bounded-deque-based" => InstrumentationConfig.BoundedDequeMailboxId,
        "akka.actor.mailbox.logger-queue" => InstrumentationConfig.LoggerMailboxId,
        _ => null,
    };

    private static Type? RequiredBy(Type actor) => NamedTypes.InterfacesOf(actor)
        .FirstOrDefault(required => required.IsGenericType && required.GetGenericTypeDefinition() == typeof(IRequiresMessageQueue<>))?
        .GetGenericArguments()[0];
}
