namespace AkkaInstrumentation.Tests;

public sealed class RandomGapSpec
{
    [Fact]
    public void Without_a_limit_every_event_is_chosen()
    {
        var gap = new RandomGap();

        for (var i = 0; i < 1000; i++)
        {
            Assert.True(gap.Ends(shift: 0));
        }
    }

    /// <summary>A sum of independent choices has a known deviation. Six of them do not happen by chance.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(7)]
    [InlineData(10)]
    public void One_in_two_to_the_k_is_chosen(int shift)
    {
        const int Events = 4_000_000;
        var gap = new RandomGap();
        var chosen = 0;
        for (var i = 0; i < Events; i++)
        {
            chosen += gap.Ends(shift) ? 1 : 0;
        }

        AssertNear(Events, Math.ScaleB(1, -shift), chosen);
    }

    [Fact]
    public void Each_of_a_mixture_is_chosen_with_its_own_probability_and_a_choice_says_nothing_about_the_next()
    {
        const int Events = 3_000_000;
        var shifts = new[] { 1, 4, 2 };
        var gap = new RandomGap();
        var chosen = new int[3];
        var both = 0;
        var last = false;
        for (var i = 0; i < Events; i++)
        {
            var ends = gap.Ends(shifts[i % 3]);
            chosen[i % 3] += ends ? 1 : 0;
            both += i % 3 == 1 && ends && last ? 1 : 0;
            last = ends;
        }

        for (var i = 0; i < 3; i++)
        {
            AssertNear(Events / 3, Math.ScaleB(1, -shifts[i]), chosen[i]);
        }

        AssertNear(Events / 3, Math.ScaleB(1, -1 - 4), both);
    }

    /// <summary>Many short-lived mailboxes have one event each.</summary>
    [Fact]
    public void The_first_event_of_each_is_chosen_as_often_as_any_other()
    {
        const int Gaps = 1_000_000;
        var chosen = 0;
        for (var i = 0; i < Gaps; i++)
        {
            var gap = new RandomGap();
            chosen += gap.Ends(shift: 3) ? 1 : 0;
        }

        AssertNear(Gaps, 1 / 8.0, chosen);
    }

    private static void AssertNear(int events, double share, int chosen)
    {
        var deviation = Math.Sqrt(events * share * (1 - share));
        Assert.InRange(chosen, (events * share) - (6 * deviation), (events * share) + (6 * deviation));
    }
}
