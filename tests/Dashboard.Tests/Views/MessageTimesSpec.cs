using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>How long messages took, by their types: of the last minute, and of so many types.</summary>
public sealed class MessageTimesSpec
{
    [Fact]
    public void The_percentiles_are_of_the_last_minute()
    {
        var times = new MessageTimes();
        times.Turn(1);
        times.AddWait("Clerk", "Order", 0.5);
        times.AddWork("Clerk", "Order", 0.002);
        Assert.Equal(500_000, times.Percentile95("Clerk", "Order").Wait!.Us);
        Assert.Equal(2_000, times.Percentile95("Clerk", "Order").Work!.Us);
        Assert.Equal((null, null), times.Percentile95("Clerk", "Receipt"));
        for (var second = 1; second <= 80; second++)
        {
            times.Turn(1 + (second * Stopwatch.Frequency));
        }

        Assert.Equal((null, null), times.Percentile95("Clerk", "Order"));
    }

    [Fact]
    public void Pairs_of_types_beyond_the_limit_are_not_kept()
    {
        var times = new MessageTimes();
        for (var i = 0; i < 10 * MessageTimes.MaxPairs; i++)
        {
            times.AddWait($"Actor{i}", "Order", 0.001);
        }

        Assert.NotNull(times.Percentile95($"Actor{MessageTimes.MaxPairs - 1}", "Order").Wait);
        Assert.Null(times.Percentile95($"Actor{MessageTimes.MaxPairs}", "Order").Wait);
    }
}
