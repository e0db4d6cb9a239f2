using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;

namespace AkkaInstrumentation.Tests.Conformance;

// What a user writes for a priority mailbox: the generator, on Akka's base class and on ours.

public sealed class AkkaUnboundedByRank(Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => Item.RankOf(message);
}

public sealed class AkkaUnboundedStableByRank(Settings settings, Config config) : UnboundedStablePriorityMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => Item.RankOf(message);
}

public sealed class UnboundedByRank(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => Item.RankOf(message);
}

public sealed class UnboundedStableByRank(Settings settings, Config config) : UnboundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => Item.RankOf(message);
}

public sealed class BoundedByRank(Settings settings, Config config) : BoundedPriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => Item.RankOf(message);
}

public sealed class BoundedStableByRank(Settings settings, Config config) : BoundedStablePriorityInstrumentedMailbox(settings, config)
{
    protected override int PriorityGenerator(object message) => Item.RankOf(message);
}
