using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// Loads whose rate changes, and with it the share that is measured. Simulated time, the code that decides is the real one. Durations depend on the
/// rate, because then a histogram that counted each measured message once would lie.
/// </summary>
public sealed class WeightSpec(ITestOutputHelper output)
{
    public static TheoryData<string, bool> Loads => new()
    {
        // name, whether messages counted once each would lie
        { nameof(Bursty), true },
        { nameof(Bimodal), false },
        { nameof(Drifting), true },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public void Percentiles_of_the_histogram_are_those_of_all_messages(string name, bool needsWeights)
    {
        var load = new SimulatedLoad();
        Simulate(name, load);
        output.WriteLine(load.ToString());

        Assert.True(load.IsDecimated);
        foreach (var percentile in SimulatedLoad.Percentiles)
        {
            Assert.InRange(load.OfHistogram(percentile) - load.OfAll(percentile), -1, 1);
        }

        Assert.Equal(needsWeights, SimulatedLoad.Percentiles.Any(p => Math.Abs(load.CountedOnce(p) - load.OfAll(p)) > 1));
    }

    [Theory]
    [InlineData(nameof(Bursty), 1_000, 1, 0.05)]
    [InlineData(nameof(Bimodal), 1_000, 1, 0.05)]
    [InlineData(nameof(Drifting), 1_000, 1, 0.05)]
    [InlineData(nameof(Flood), 1_000, 1, 0.05)]
    [InlineData(nameof(Bursty), 100, 4, 0.1)]
    [InlineData(nameof(Bimodal), 100, 1, 0.1)]
    [InlineData(nameof(Drifting), 100, 1, 0.1)]
    [InlineData(nameof(Flood), 100, 1, 0.1)]
    public void Sums_with_their_full_weight_are_unbiased_at_any_rate(string name, int perSecond, int times, double most)
    {
        // A bursty load has its sum in few slow messages. In a minute too few of them are timed for a deviation that is the same each time.
        var load = new SimulatedLoad(perSecond);
        for (var time = 0; time < times; time++)
        {
            Simulate(name, load);
        }

        Assert.InRange(load.EstimatedSum, load.Sum - (6 * load.SigmaOfSum), load.Sum + (6 * load.SigmaOfSum));
        Assert.InRange(load.SigmaOfSum / load.Sum, 0, most);
    }

    /// <summary>docs/telemetry.md about rates above those that weights reach.</summary>
    [Fact]
    public void Above_the_largest_weight_a_busy_time_counts_less()
    {
        var load = new SimulatedLoad();
        Simulate(nameof(Flood), load);
        output.WriteLine(load.ToString());

        // 99.9 % of the messages are the flood's 20 microseconds, at all three
        Assert.InRange(load.OfAll(0.99) - load.OfAll(0.5), 0, 1);
        Assert.InRange(load.OfHistogram(0.5) - load.OfAll(0.5), -1, 1);
        Assert.True(load.OfHistogram(0.99) > load.OfAll(0.99) + 1);
    }

    /// <summary>
    /// The share of the moment of sending is the one that counts, however far it has fallen or risen while the message waited: else a long wait would
    /// mean to be measured less often, or twice as often, and to be traced by another ratio than the one set.
    /// </summary>
    [Theory]
    [InlineData(0, 5)]
    [InlineData(5, 0)]
    [InlineData(3, 4)]
    public void A_share_that_changes_while_messages_wait_is_not_theirs(int atSending, int atReceiving)
    {
        const int Messages = 400_000;
        const double Ratio = 0.25;
        var roots = Fake.Roots(ratio: Ratio);
        var received = Fake.Actor(Fake.Rate(atReceiving)).Message(typeof(string));
        var rate = Fake.Rate(atSending);
        var (measured, traced) = (0, 0);
        for (var i = 0; i < Messages; i++)
        {
            rate = i % 100 == 0 ? Fake.Rate(atSending) : rate;
            var sent = SenderStamp.Stamp("message", ActorRefs.NoSender!, rate, roots, receiver: null);
            if (sent.EnqueuedAt != 0)
            {
                var sample = SamplingDecision.Decide(received, Fake.Plain, sent, sent.Stamp, sent.EnqueuedAt + 1, roots);
                measured += sample.Measured ? 1 : 0;
                traced += sample.Traced ? 1 : 0;
            }

            sent.Open();
        }

        Chance.AssertShare(traced, Messages, Ratio);
        Chance.AssertShare(measured, Messages, Math.Pow(0.5, atSending));
    }

    private static void Simulate(string name, SimulatedLoad load)
    {
        switch (name)
        {
            case nameof(Bursty):
                Bursty(load);
                break;
            case nameof(Bimodal):
                Bimodal(load);
                break;
            case nameof(Drifting):
                Drifting(load);
                break;
            default:
                Flood(load);
                break;
        }
    }

    // 110 slow ones a second; every third second 8,000 that are a thousand times quicker
    private static void Bursty(SimulatedLoad load) =>
        load.Run(seconds: 60, t => (int)t % 3 == 0 ? 8_000 : 110, t => (int)t % 3 == 0 ? 0.00001 : 0.01);

    // cache hits and, one in ten, misses, at a rate far above what is timed
    private static void Bimodal(SimulatedLoad load)
    {
        var message = 0;
        load.Run(seconds: 30, _ => 100_000, _ => message++ % 10 == 0 ? 0.03 : 0.00002);
    }

    // from 200 to 8,000 a second within a minute, and slower by four orders of magnitude
    private static void Drifting(SimulatedLoad load) =>
        load.Run(seconds: 60, t => 200 * Math.Pow(40, t / 60), t => 0.00001 * Math.Pow(10_000, t / 60));

    // half the time 1,000 slow messages a second, then a million quick ones
    private static void Flood(SimulatedLoad load) => load.Run(seconds: 8, t => t < 4 ? 1_000 : 1_000_000, t => t < 4 ? 0.03 : 0.00002);
}
