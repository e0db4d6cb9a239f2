using AkkaInstrumentation.Tests.Metrics;

namespace AkkaInstrumentation.Tests.Rules;

public class KnownTypesSpec
{
    private static readonly Type[] Many = FakeType.Many(100_000);

    [Fact]
    public void What_was_added_last_is_known_and_what_was_never_added_is_not()
    {
        var types = new KnownTypes();
        Assert.False(types.Contains(Many[0]));

        foreach (var type in Many[1..])
        {
            types.Add(type);
            Assert.True(types.Contains(type));
        }

        Assert.False(types.Contains(Many[0]));
    }

    [Fact]
    public void A_thousand_types_are_all_remembered_but_for_a_few()
    {
        var types = new KnownTypes();
        foreach (var type in Many[..1_000])
        {
            types.Add(type);
        }

        // two to a row of eight on average: that nine meet in one is rare
        Assert.InRange(Many[..1_000].Count(types.Contains), 990, 1_000);
    }

    [Fact]
    public void A_hundred_thousand_types_take_no_more_memory_than_one()
    {
        var types = new KnownTypes();
        types.Add(Many[0]);
        var before = GC.GetAllocatedBytesForCurrentThread();
        foreach (var type in Many)
        {
            types.Add(type);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public async Task While_others_add_nobody_finds_what_was_not_added()
    {
        for (var round = 0; round < 20; round++)
        {
            var types = new KnownTypes();
            var writing = Enumerable.Range(0, 3).Select(part => Task.Run(() =>
            {
                foreach (var type in Many.AsSpan(1 + (part * 10_000), 10_000))
                {
                    types.Add(type);
                    types.Contains(type);
                }
            })).ToList();

            do
            {
                Assert.False(types.Contains(Many[0]));
            }
            while (writing.Exists(task => !task.IsCompleted));

            await Task.WhenAll(writing);
            Assert.InRange(Many.Count(types.Contains), 2_000, 4_096);
        }
    }
}
