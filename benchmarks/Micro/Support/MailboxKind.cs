using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>An instrumented mailbox and Akka's own of the same kind. Both are made from HOCON type names, as Akka makes them.</summary>
/// <param name="Name">As in the results.</param>
/// <param name="Ours">A <c>mailbox-type</c>.</param>
/// <param name="Akkas">The same.</param>
public sealed record MailboxKind(string Name, string Ours, string Akkas)
{
    /// <summary>Those that both sides have. A new kind is an entry here.</summary>
    public static IReadOnlyList<MailboxKind> All { get; } =
    [
        Of("unbounded", "UnboundedInstrumentedMailbox", "UnboundedMailbox"),
        Of("deque", "UnboundedDequeInstrumentedMailbox", "UnboundedDequeBasedMailbox"),
        new("priority", nameof(OurPriority), nameof(AkkasPriority)),
        new("stable priority", nameof(OurStablePriority), nameof(AkkasStablePriority)),
        Of("bounded", "BoundedInstrumentedMailbox", "BoundedMailbox"),
        Of("bounded deque", "BoundedDequeInstrumentedMailbox", "BoundedDequeBasedMailbox"),
    ];

    public override string ToString() => Name;

    internal IMessageQueue Queue(bool ours, IActorRef owner, ActorSystem system)
    {
        var name = ours ? Ours : Akkas;
        var type = Type.GetType(name) ?? Type.GetType($"{GetType().Namespace}.{name}") ?? throw new InvalidOperationException($"there is no mailbox type {name}");
        var config = ConfigurationFactory.ParseString("mailbox-capacity = 10000000, mailbox-push-timeout-time = 10s");
        return ((MailboxType)Activator.CreateInstance(type, system.Settings, config)!).Create(owner, system);
    }

    private static MailboxKind Of(string name, string ours, string akkas) =>
        new(name, $"AkkaInstrumentation.{ours}, AkkaInstrumentation.Mailbox", $"Akka.Dispatch.{akkas}, Akka");
}

// users derive from these four; every message has the same priority here
internal sealed class OurPriority(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}

internal sealed class AkkasPriority(Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}

internal sealed class OurStablePriority(Settings settings, Config config) : UnboundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}

internal sealed class AkkasStablePriority(Settings settings, Config config) : UnboundedStablePriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => 0;
}
