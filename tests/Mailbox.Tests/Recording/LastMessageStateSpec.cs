namespace AkkaInstrumentation.Tests;

/// <summary>Outcome, wait and duration of a message in 8 bytes.</summary>
public class LastMessageStateSpec
{
    private const long Exact = 1L << 25;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Exact - 1)]
    public void Short_durations_are_exact(long ticks)
    {
        var ended = LastMessageState.Begun(number: 7, ticks).Ended(AkkaMessageOutcome.Processed, ticks);

        Assert.Equal((ticks, ticks, AkkaMessageOutcome.Processed, false), (ended.Waited, ended.Worked, ended.Outcome, ended.IsRunning));
    }

    [Fact]
    public void Long_durations_are_right_to_one_part_in_sixteen_million_up_to_two_years_of_nanoseconds()
    {
        var random = new Random(1);
        for (var i = 0; i < 100_000; i++)
        {
            var (waited, worked) = (random.NextInt64(1L << random.Next(1, 56)), random.NextInt64(1L << random.Next(1, 56)));
            var ended = LastMessageState.Begun(i, waited).Ended(AkkaMessageOutcome.Failed, worked);

            Assert.InRange(waited - ended.Waited, 0, waited >> 24);
            Assert.InRange(worked - ended.Worked, 0, worked >> 24);
            Assert.Equal(AkkaMessageOutcome.Failed, ended.Outcome);
        }
    }

    [Theory]
    [InlineData(1L << 56)]
    [InlineData(long.MaxValue)]
    public void Longer_ones_are_the_longest(long ticks)
    {
        var ended = LastMessageState.Begun(1, ticks).Ended(AkkaMessageOutcome.Processed, ticks);

        Assert.InRange(ended.Worked, (1L << 56) - (1L << 34), 1L << 56);
        Assert.Equal(ended.Worked, ended.Waited);
    }

    [Fact]
    public void A_wait_that_is_not_known_stays_so()
    {
        var begun = LastMessageState.Begun(1, waited: -1);

        Assert.Equal((-1, -1), (begun.Waited, begun.Ended(AkkaMessageOutcome.Processed, 5).Waited));
        Assert.Equal(-1, begun.Ended(AkkaMessageOutcome.Unknown, worked: -1).Worked);
    }

    [Fact]
    public void A_running_message_has_a_number_instead_of_a_duration()
    {
        var begun = LastMessageState.Begun(number: (1L << 40) + 3, waited: 12);

        Assert.Equal((true, AkkaMessageOutcome.Running, 12, -1), (begun.IsRunning, begun.Outcome, begun.Waited, begun.Worked));
        Assert.NotEqual(begun.Packed, LastMessageState.Begun((1L << 40) + 4, waited: 12).Packed);
    }

    [Theory]
    [InlineData(AkkaMessageOutcome.Stashed)]
    [InlineData(AkkaMessageOutcome.Unhandled)]
    public void The_outcome_that_is_expected_is_not_yet_the_outcome(AkkaMessageOutcome outcome)
    {
        var begun = LastMessageState.Begun(5, 12).Expecting(outcome);

        Assert.Equal((true, AkkaMessageOutcome.Running, outcome, 12), (begun.IsRunning, begun.Outcome, begun.Expected, begun.Waited));
        Assert.Equal((false, outcome, 12, 3), (begun.Ended(begun.Expected, 3).IsRunning, begun.Ended(begun.Expected, 3).Outcome, 12, begun.Ended(begun.Expected, 3).Worked));
    }
}
