namespace AkkaInstrumentation.Tests;

/// <summary>A kind of queue as ours and as Akka's own. Priorities are those of <see cref="PriorityMailboxes.PriorityOf"/>.</summary>
internal sealed record QueueKind(string Name, Func<AkkaInstrumentationExtension, IActorRef, IMessageQueue> Instrumented, Func<IMessageQueue> Plain)
{
    public const int Capacity = 100_000;

    private static readonly BoundedSettings Bounds = new(Capacity, TimeSpan.Zero);

    /// <summary>Akka's kinds, and the one that wraps another queue, beside that queue alone.</summary>
    public static IReadOnlyList<QueueKind> All { get; } =
    [
        new("unbounded", (system, owner) => new UnboundedInstrumentedMessageQueue(system, owner), () => new UnboundedMessageQueue()),
        new("bounded", (system, owner) => new BoundedInstrumentedMessageQueue(system, owner, Bounds),
            () => new BoundedMessageQueue(Capacity, TimeSpan.Zero)),
        new("unbounded-deque", (system, owner) => new UnboundedDequeInstrumentedMessageQueue(system, owner), () => new UnboundedDequeMessageQueue()),
        new("bounded-deque", (system, owner) => new BoundedDequeInstrumentedMessageQueue(system, owner, Bounds),
            () => new BoundedDequeMessageQueue(Capacity, TimeSpan.Zero)),
        new("priority", (system, owner) => new PriorityInstrumentedMessageQueue(system, owner, PriorityMailboxes.PriorityOf),
            () => new UnboundedPriorityMessageQueue(PriorityMailboxes.PriorityOf, 11)),
        new("stable-priority", (system, owner) => new PriorityInstrumentedMessageQueue(system, owner, PriorityMailboxes.PriorityOf),
            () => new UnboundedStablePriorityMessageQueue(PriorityMailboxes.PriorityOf, 11)),
        new("wrapped", (system, owner) => new WrappedMessageQueue(system, owner, new UnboundedMessageQueue()), () => new UnboundedMessageQueue()),
    ];

    public static QueueKind Of(string name) => All.Single(kind => kind.Name == name);

    public override string ToString() => Name;
}
