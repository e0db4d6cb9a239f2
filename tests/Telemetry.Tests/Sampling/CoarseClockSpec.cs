using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Sampling;

public class CoarseClockSpec
{
    [Fact]
    public async Task It_goes_on_and_is_never_ahead()
    {
        for (var round = 0; round < 5; round++)
        {
            var first = CoarseClock.Now;
            Assert.InRange(first, 1, Stopwatch.GetTimestamp());
            await Eventually.True(() => CoarseClock.Now > first);
            Assert.InRange(CoarseClock.Now, first, Stopwatch.GetTimestamp());
        }
    }

    [Fact]
    public async Task It_never_goes_back_for_whoever_reads_it()
    {
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(
            () =>
            {
                var last = 0L;
                for (var i = 0; i < 2_000_000; i++)
                {
                    var now = CoarseClock.Now;
                    Assert.True(now >= last);
                    last = now;
                }
            },
            TaskCreationOptions.LongRunning)));
    }
}
