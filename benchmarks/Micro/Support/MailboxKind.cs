using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A mailbox type of one side, made from its HOCON type name, as Akka makes it.</summary>
/// <param name="Kind">As in the results.</param>
/// <param name="Ours">Instrumented; else Akka's own.</param>
/// <param name="Type">A <c>mailbox-type</c>.</param>
public sealed record MailboxKind(string Kind, bool Ours, string Type)
{
    /// <summary>A new kind is an entry here.</summary>
    public static IReadOnlyList<MailboxKind> All { get; } =
    [
        .. Both("unbounded", "UnboundedInstrumentedMailbox", "UnboundedMailbox"),
        .. Both("bounded", "BoundedInstrumentedMailbox", "BoundedMailbox"),
        .. Both("deque", "UnboundedDequeInstrumentedMailbox", "UnboundedDequeBasedMailbox"),
        .. Both("bounded deque", "BoundedDequeInstrumentedMailbox", "BoundedDequeBasedMailbox"),
        new("priority", Ours: false, nameof(AkkasPriority)),
        new("priority", Ours: true, nameof(OurPriority)),
        new("stable priority", Ours: false, nameof(AkkasStablePriority)),
        new("stable priority", Ours: true, nameof(OurStablePriority)),
    ];

    public override string ToString() => $"{(Ours ? "instrumented" : "Akka's")} {Kind}";

    internal IMessageQueue Queue(IActorRef owner, ActorSystem system)
    {
        var type = System.Type.GetType(Type)
            ?? System.Type.GetType($"{GetType().Namespace}.{Type}")
            ?? throw new InvalidOperationException($"there is no mailbox type {Type}");
        var config = ConfigurationFactory.ParseString("mailbox-capacity = 10000000, mailbox-push-timeout-time = 10s");
        return ((MailboxType)Activator.CreateInstance(type, system.Settings, config)!).Create(owner, system);
    }

    private static MailboxKind[] Both(string kind, string ours, string akkas) =>
        [new(kind, Ours: false, $"Akka.Dispatch.{akkas}, Akka"), new(kind, Ours: true, OurType(ours))];

    private static string OurType(string name) => $"AkkaInstrumentation.{name}, AkkaInstrumentation.Mailbox";
}

// users derive from these; every message has the same priority here
internal sealed class AkkasPriority(Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}

internal sealed class AkkasStablePriority(Settings settings, Config config) : UnboundedStablePriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}

internal sealed class OurPriority(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}

internal sealed class OurStablePriority(Settings settings, Config config) : UnboundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}
