namespace AkkaInstrumentation.Tests;

// What a user writes for a priority mailbox: the generator, on our base classes and on those that Akka has.

public sealed class ByPriority(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => PriorityMailboxes.PriorityOf(message);
}

public sealed class ByStablePriority(Settings settings, Config config) : UnboundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => PriorityMailboxes.PriorityOf(message);
}

public sealed class AkkasByPriority(Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => PriorityMailboxes.PriorityOf(message);
}

public sealed class AkkasByStablePriority(Settings settings, Config config) : UnboundedStablePriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => PriorityMailboxes.PriorityOf(message);
}

internal static class PriorityMailboxes
{
    /// <summary>Our two as ids.</summary>
    public static string Hocon { get; } = string.Concat(
        new[] { typeof(ByPriority), typeof(ByStablePriority) }
            .Select(type => $"{type.Name}.mailbox-type = \"{type.FullName}, {type.Assembly.GetName().Name}\"\n"));

    /// <summary>Few priorities, so many ties; what has none comes last.</summary>
    public static int PriorityOf(object message) => message switch
    {
        Item item => item.Rank,
        int number => number % 3,
        _ => int.MaxValue,
    };
}
