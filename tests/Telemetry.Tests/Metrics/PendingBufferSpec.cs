using System.Runtime.CompilerServices;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>The ring in which a thread leaves its measurements.</summary>
public sealed class PendingBufferSpec
{
    [Fact]
    public void What_was_added_is_recorded_once_and_in_order()
    {
        var seen = new List<int>();
        var buffer = new PendingBuffer<Number>();
        for (var round = 0; round < 3; round++)
        {
            Assert.True(buffer.TryAdd(new Number(2 * round, seen.Add)));
            Assert.True(buffer.TryAdd(new Number((2 * round) + 1, seen.Add)));
            buffer.RecordAll();
            buffer.RecordAll();
        }

        Assert.Equal([0, 1, 2, 3, 4, 5], seen);
    }

    [Fact]
    public void A_full_ring_takes_nothing_until_it_is_recorded()
    {
        var seen = new List<int>();
        var buffer = new PendingBuffer<Number>();
        for (var i = 0; i < PendingBuffer<Number>.Capacity; i++)
        {
            Assert.True(buffer.TryAdd(new Number(i, seen.Add)));
        }

        Assert.False(buffer.TryAdd(new Number(-1, seen.Add)));
        buffer.RecordAll();
        Assert.True(buffer.TryAdd(new Number(PendingBuffer<Number>.Capacity, seen.Add)));
        buffer.RecordAll();

        Assert.Equal(Enumerable.Range(0, PendingBuffer<Number>.Capacity + 1), seen);
    }

    [Fact]
    public void A_measurement_that_throws_keeps_no_other_back()
    {
        var seen = new List<int>();
        var buffer = new PendingBuffer<Number>();
        Assert.True(buffer.TryAdd(new Number(1, _ => throw new InvalidOperationException("a listener"))));
        Assert.True(buffer.TryAdd(new Number(2, seen.Add)));

        buffer.RecordAll();

        Assert.Equal([2], seen);
    }

    [Fact]
    public void Nothing_is_kept_alive_after_it_was_recorded()
    {
        var buffer = new PendingBuffer<Number>();
        var reference = AddOne(buffer);
        buffer.RecordAll();

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        Assert.False(reference.IsAlive);
        GC.KeepAlive(buffer);
    }

    [Fact]
    public async Task A_writer_and_a_reader_at_once_lose_nothing_and_repeat_nothing()
    {
        const int All = 300_000;
        var expected = 0;
        var wrong = 0;
        var buffer = new PendingBuffer<Number>();
        Action<int> record = number => wrong += number == expected++ ? 0 : 1;
        var isWriting = true;
        var writer = Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < All;)
                {
                    if (buffer.TryAdd(new Number(i, record)))
                    {
                        i++;
                    }
                    else
                    {
                        Thread.Yield();
                    }
                }

                Volatile.Write(ref isWriting, false);
            },
            TaskCreationOptions.LongRunning);
        while (Volatile.Read(ref isWriting))
        {
            buffer.RecordAll();
            Thread.Yield();
        }

        await writer;
        buffer.RecordAll();

        Assert.Equal((All, 0), (expected, wrong));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference AddOne(PendingBuffer<Number> buffer)
    {
        var target = new object();
        Assert.True(buffer.TryAdd(new Number(1, _ => GC.KeepAlive(target))));
        return new WeakReference(target);
    }

    private readonly record struct Number(int Value, Action<int> OnRecord) : IPendingMeasurement
    {
        public void Record() => OnRecord(Value);
    }
}
