using Akka.Actor;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// The decimated sample tells the same as the full one: the sender chooses before anything is known of a message's wait or
/// work, so no duration is more likely to be chosen than another.
/// <para>
/// That holds for each stretch of time with one share. When the load changes, so does the share: a message of the quiet
/// time then stands for itself alone, one of the busy time for 2^k, and the histogram, which has no weights,
/// leans towards the quiet time. That is the price of seeing every message of a quiet actor; counts are exact in both.
/// </para>
/// </summary>
public sealed class DistributionSpec
{
    private static readonly double[] Bounds =
        [.. Enumerable.Range(-6, 7).SelectMany(exponent => new[] { 1, 2, 5 }.Select(digit => digit * Math.Pow(10, exponent)))];

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(7)]
    public void At_a_constant_share_the_percentiles_of_a_bimodal_load_stay_in_their_buckets(int halvings)
    {
        var load = new Load(halvings);
        var random = new Random(halvings);
        for (var i = 0; i < 1_000_000; i++)
        {
            // cache hits of some 20 microseconds and, in bursts of 50, misses of some 30 milliseconds
            var slow = i / 50 % 10 == 0;
            load.Message((slow ? 0.03 : 0.00002) * Math.Exp(random.NextDouble() - 0.5));
        }

        Assert.InRange(load.Measured.Count, 1_000_000 >> (halvings + 1), 1_000_000 >> (halvings - 1));
        load.AssertSamePercentiles();
    }

    [Fact]
    public void A_drifting_load_at_a_constant_share_too()
    {
        var load = new Load(halvings: 4);
        for (var i = 0; i < 1_000_000; i++)
        {
            load.Message(0.0001 * Math.Pow(1_000, i / 1_000_000.0));
        }

        load.AssertSamePercentiles();
    }

    [Fact]
    public void When_the_share_changes_each_stretch_has_its_own_weight()
    {
        // a quiet half with slow messages, all of them measured, and a busy one with quick messages, of which 1 in 16 is
        var quiet = new Load(halvings: 0);
        var busy = new Load(halvings: 4);
        for (var i = 0; i < 10_000; i++)
        {
            quiet.Message(0.03);
            busy.Message(0.00002);
        }

        Assert.Equal(10_000, quiet.Measured.Count);
        Chance.AssertShare(busy.Measured.Count, 10_000, 1.0 / 16);
    }

    /// <summary>
    /// The share of the moment of sending is the one that counts, however far it has fallen or risen while the message waited:
    /// else a long wait would mean to be measured less often, or twice as often, and to be traced by another ratio than the one set.
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
            var sent = SenderStamp.Of("message", ActorRefs.NoSender!, rate, roots, rules: null);
            if (sent.EnqueuedAt != 0)
            {
                var sample = SamplingDecision.Of(received, Fake.Plain, sent, sent.EnqueuedAt + 1, roots, drawn: true);
                measured += sample.Measured ? 1 : 0;
                traced += sample.Traced ? 1 : 0;
            }

            sent.Open();
        }

        Chance.AssertShare(traced, Messages, Ratio);
        Chance.AssertShare(measured, Messages, Math.Pow(0.5, atSending));
    }

    private sealed class Load(int halvings)
    {
        private readonly List<double> _all = [];
        private TimingRate _rate = null!;
        private MessageTypeInfo _message = null!;

        public List<double> Measured { get; } = [];

        public void Message(double seconds)
        {
            // messages raise the level, which would move the share: a new rate at the same share goes on instead
            if (_all.Count % 100 == 0)
            {
                _rate = Fake.Rate(halvings);
                _message = Fake.Actor(_rate).Message(typeof(string));
            }

            _all.Add(seconds);
            var sent = SenderStamp.Of(new Envelope("message", ActorRefs.NoSender), _rate);
            if (sent.EnqueuedAt != 0 && SamplingDecision.Of(_message, Fake.Plain, sent, sent.EnqueuedAt + 1, roots: null, drawn: true).Measured)
            {
                Measured.Add(seconds);
            }

            sent.Open();
        }

        public void AssertSamePercentiles()
        {
            _all.Sort();
            Measured.Sort();
            foreach (var percentile in (double[])[0.5, 0.95, 0.99])
            {
                var (all, sample) = (Bucket(_all, percentile), Bucket(Measured, percentile));
                Assert.True(Math.Abs(all - sample) <= 1, $"p{percentile * 100}: bucket {sample} of the sample, {all} of all");
            }
        }

        private static int Bucket(List<double> sorted, double percentile)
        {
            var value = sorted[(int)(sorted.Count * percentile)];
            return Bounds.Count(bound => bound < value);
        }
    }
}
