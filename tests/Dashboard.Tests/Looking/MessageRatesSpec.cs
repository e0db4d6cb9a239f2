namespace AkkaInstrumentation.Tests;

/// <summary>Two viewers may be answered at once.</summary>
public sealed class MessageRatesSpec
{
    [Fact]
    public void Viewers_who_ask_at_once_get_a_rate_of_their_own_actors()
    {
        var rates = new MessageRates(most: 1_000);
        var started = Stopwatch.GetTimestamp();
        Parallel.For(0, 4, viewer =>
        {
            for (var i = 0; i < 50_000; i++)
            {
                var path = $"/user/{viewer}-{i}";
                Assert.Null(rates.Of(path, 0, started));
                Assert.True(rates.Of(path, 10, started + Stopwatch.Frequency) is null or 10);
            }
        });
    }
}
