namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>A hundred thousand message types: memory stays bounded, and nothing is lost.</summary>
public class TypeBombSpec
{
    private const int Cap = 200;
    private static readonly Type[] Bomb = FakeType.Many(100_000);

    [Fact]
    public void A_message_beyond_the_cap_allocates_nothing()
    {
        var actor = ActorTypes.One(Cap);
        var cells = new MessageCells();
        foreach (var type in Bomb)
        {
            cells.For(actor, Support.NoRules, type);
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        foreach (var type in Bomb)
        {
            cells.For(actor, Support.NoRules, type).Count();
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public void Wrappers_take_no_place_of_the_cap_and_are_known_beyond_it()
    {
        var actor = ActorTypes.One(maxMessageTypes: 1);
        var cells = new MessageCells();
        cells.For(actor, Support.NoRules, typeof(string));
        Assert.True(cells.For(actor, Support.NoRules, typeof(Broadcast)).Info.IsWrapper);
        Assert.False(cells.For(actor, Support.NoRules, typeof(int)).Info.IsWrapper);
        Assert.True(cells.For(actor, Support.NoRules, typeof(ActorSelectionMessage)).Info.IsWrapper);
        Assert.Equal("String", cells.For(actor, Support.NoRules, typeof(string)).Info.Name);
    }

    [Fact]
    public void Exception_types_are_bounded_too()
    {
        var actor = ActorTypes.One();
        foreach (var type in Bomb)
        {
            actor.Failure(type).Increment();
        }

        Assert.Equal(ActorTypeInfo.MaxErrorTypes + 1, actor.Failures.Count());
        Assert.Equal(Bomb.Length, actor.Failures.Sum(failure => failure.Value));
        Assert.Contains(actor.Failures, failure => failure.ErrorType == "_OTHER");
    }
}
