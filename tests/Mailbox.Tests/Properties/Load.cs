using AkkaInstrumentation.Tests.Conformance;

namespace AkkaInstrumentation.Tests.Properties;

/// <summary>What concurrent senders put through a queue: each its items, in order; made by FsCheck.</summary>
/// <param name="Senders">How many, at least eight.</param>
/// <param name="Each">Messages of each sender.</param>
/// <param name="Burst">A sender gives way to others after so many.</param>
/// <param name="ConsumerBurst">The consumer gives way after so many, so that a backlog builds up.</param>
/// <param name="Capacity">Of a bounded kind.</param>
/// <param name="Seed">Of the items' ranks.</param>
public sealed record Load(int Senders, int Each, int Burst, int ConsumerBurst, int Capacity, int Seed)
{
    public int Total => Senders * Each;

    public Item[][] Items()
    {
        var random = new Random(Seed);
        return [.. Enumerable.Range(0, Senders).Select(sender =>
            Enumerable.Range(0, Each).Select(number => new Item(sender, number, random.Next(Item.Ranks))).ToArray())];
    }
}
