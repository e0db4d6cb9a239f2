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
}
