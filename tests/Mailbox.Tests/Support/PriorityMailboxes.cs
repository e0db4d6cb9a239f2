using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Tests;

public sealed class ByPriority(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => QueueKind.Priority(message);
}

public sealed class ByStablePriority(Settings settings, Config config) : UnboundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => QueueKind.Priority(message);
}

public sealed class ByBoundedPriority(Settings settings, Config config) : BoundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => QueueKind.Priority(message);
}

public sealed class ByBoundedStablePriority(Settings settings, Config config) : BoundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => QueueKind.Priority(message);
}

internal static class PriorityMailboxes
{
    /// <summary>The four as ids.</summary>
    public static string Hocon { get; } = string.Concat(
        new[] { typeof(ByPriority), typeof(ByStablePriority), typeof(ByBoundedPriority), typeof(ByBoundedStablePriority) }
            .Select(type => $"{type.Name}.mailbox-type = \"{type.FullName}, {type.Assembly.GetName().Name}\"\n"));
}
