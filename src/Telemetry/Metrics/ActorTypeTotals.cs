namespace AkkaInstrumentation;

/// <summary>What a walk found for one actor type.</summary>
internal sealed record ActorTypeTotals(
    ActorTypeInfo Actor, long Started, long Stopped, DepthTotals Depths, long Peak, long At, IReadOnlyList<MessageTotal> Messages)
{
    public long Live => Started - Stopped;

    public double OldestAge => Depths.OldestEnqueuedAt == 0 ? 0 : Ticks.ToSeconds(At - Depths.OldestEnqueuedAt);
}

/// <summary>Messages of one type processed so far.</summary>
internal readonly record struct MessageTotal(MessageTypeInfo Type, long Messages);
