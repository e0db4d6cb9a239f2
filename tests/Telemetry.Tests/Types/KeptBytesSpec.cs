using AkkaInstrumentation.Tests.Metrics;

namespace AkkaInstrumentation.Tests.Types;

/// <summary>What thousands of message types leave behind in memory.</summary>
[Collection(Alone.Name)]
public sealed class KeptBytesSpec
{
    // What is kept of 200 types, which metrics tell apart, and of 4,096 at most, which rules remember.
    private const long Most = 1_000_000;

    [Fact]
    public void Twenty_thousand_generic_types_leave_less_than_a_megabyte()
    {
        var types = Pairs();

        // What earlier tests still give back or take meanwhile makes it seem less or more: the third of five has neither.
        var kept = Enumerable.Range(0, 5).Select(_ => KeptOf(types)).Order().ElementAt(2);

        Assert.InRange(kept, 1, Most);
        GC.KeepAlive(types);
    }

    /// <summary>They are more than metrics tell apart and than rules remember one by one. A message costs as much as one of a few types.</summary>
    [Fact]
    public void Each_of_twenty_thousand_types_is_looked_at_once()
    {
        var actor = ActorTypes.One(maxMessageTypes: 200);
        var rules = TestSettings.Read().Rules.For("/user/kept", typeof(KeptBytesSpec));
        var cells = new MessageCells();
        var types = Pairs();
        Count();

        Assert.Equal(0, AllocationMeter.OnThread(Count, expected: 0, operations: 1));
        Assert.Equal(0, Support.All(cells).Sum(cell => cell.Messages) % types.Length);

        void Count()
        {
            foreach (var type in types)
            {
                cells.For(actor, rules, type).Count();
                rules.For(type);
                CarriedMessage.IsOfAkka(type);
            }
        }
    }

    private static Type[] Pairs()
    {
        var arguments = typeof(object).Assembly.GetTypes()
            .Where(type => type is { IsClass: true, IsVisible: true, IsAbstract: false, ContainsGenericParameters: false }).Take(150).ToArray();
        var types = arguments.SelectMany(_ => arguments, (one, other) => typeof(Pair<,>).MakeGenericType(one, other)).ToArray();
        Assert.True(types.Length > 20_000);
        return types;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long KeptOf(Type[] types)
    {
        var actor = ActorTypes.One(maxMessageTypes: 200);
        var rules = TestSettings.Read().Rules.For("/user/kept", typeof(KeptBytesSpec));
        var cells = new MessageCells();
        var before = SettledHeap.Bytes();
        foreach (var type in types)
        {
            cells.For(actor, rules, type).Count();
            rules.For(type);
            actor.Failure(type).Increment();
        }

        var kept = SettledHeap.Bytes() - before;
        Assert.Equal(types.Length, Support.All(cells).Sum(cell => cell.Messages));
        GC.KeepAlive(rules);
        GC.KeepAlive(actor);
        return kept;
    }

    private sealed record Pair<TOne, TOther>;
}
