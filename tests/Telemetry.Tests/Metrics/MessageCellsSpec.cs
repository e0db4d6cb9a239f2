using System.Reflection.Emit;

namespace AkkaInstrumentation.Tests.Metrics;

public class MessageCellsSpec
{
    private static readonly Type[] Many = MakeTypes(2_000);

    [Fact]
    public async Task A_collector_that_reads_while_the_table_grows_never_sees_a_count_go_back_or_twice()
    {
        var holder = new Holder();
        var actor = ActorTypes.One();
        var writing = true;
        var collector = Task.Run(() =>
        {
            var last = 0L;
            while (Volatile.Read(ref writing))
            {
                var cells = Support.All(holder.Cells);
                var sum = cells.Sum(cell => cell.Messages);
                Assert.Equal(cells.Count, cells.Distinct().Count());
                Assert.True(sum >= last, $"{last} went back to {sum}");
                last = sum;
            }
        });

        for (var round = 0; round < 20; round++)
        {
            foreach (var type in Many)
            {
                holder.Cells.For(actor, Support.NoRules, type).Count();
            }
        }

        Volatile.Write(ref writing, false);
        await collector;
        Assert.Equal(20 * Many.Length, Support.All(holder.Cells).Sum(cell => cell.Messages));
    }

    private static Type[] MakeTypes(int count)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("many"), AssemblyBuilderAccess.Run).DefineDynamicModule("many");
        return [.. Enumerable.Range(0, count).Select(i => module.DefineType($"Message{i}").CreateType())];
    }

    private sealed class Holder
    {
        public MessageCells Cells;
    }
}
