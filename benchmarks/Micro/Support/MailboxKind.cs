using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An instrumented mailbox and Akka's own of the same kind. Both are made from HOCON type names, as Akka makes them.</summary>
/// <param name="Name">As in the results.</param>
/// <param name="Ours">Type name without assembly.</param>
/// <param name="Akkas">The same.</param>
public sealed record MailboxKind(string Name, string Ours, string Akkas)
{
    private const string OurAssembly = "AkkaInstrumentation.Mailbox";

    /// <summary>Those that both sides have. A new kind is an entry here.</summary>
    public static IReadOnlyList<MailboxKind> All { get; } =
    [
        .. new MailboxKind[]
        {
            new("unbounded", "UnboundedInstrumentedMailbox", "UnboundedMailbox"),
            new("deque", "UnboundedDequeInstrumentedMailbox", "UnboundedDequeBasedMailbox"),
            new("priority", "UnboundedPriorityInstrumentedMailbox", "UnboundedPriorityMailbox"),
            new("stable priority", "UnboundedStablePriorityInstrumentedMailbox", "UnboundedStablePriorityMailbox"),
            new("control-aware", "UnboundedControlAwareInstrumentedMailbox", "UnboundedControlAwareMailbox"),
            new("bounded", "BoundedInstrumentedMailbox", "BoundedMailbox"),
            new("bounded deque", "BoundedDequeInstrumentedMailbox", "BoundedDequeBasedMailbox"),
            new("bounded priority", "BoundedPriorityInstrumentedMailbox", "BoundedPriorityMailbox"),
            new("bounded control-aware", "BoundedControlAwareInstrumentedMailbox", "BoundedControlAwareMailbox"),
        }.Where(kind => kind.TypeOf(ours: true) is { IsAbstract: false } && kind.TypeOf(ours: false) is { IsAbstract: false }),
    ];

    public override string ToString() => Name;

    internal IMessageQueue Queue(bool ours, IActorRef owner, ActorSystem system)
    {
        var config = ConfigurationFactory.ParseString("mailbox-capacity = 10000000, mailbox-push-timeout-time = 10s");
        return ((MailboxType)Activator.CreateInstance(TypeOf(ours)!, system.Settings, config)!).Create(owner, system);
    }

    private Type? TypeOf(bool ours) => ours
        ? Type.GetType($"AkkaInstrumentation.{Ours}, {OurAssembly}")
        : typeof(MailboxType).Assembly.GetType($"Akka.Dispatch.{Akkas}");
}
