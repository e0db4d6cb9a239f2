namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Messages of a simulated load through the sender's stamp and the receiver's sample, in histograms of every kind.</summary>
internal sealed class SimulatedLoad
{
    public static readonly double[] Percentiles = [0.5, 0.95, 0.99];

    private static readonly double[] Bounds = [.. BucketAdvice.Durations.HistogramBucketBoundaries!];

    private readonly TimingRate _rate;
    private readonly MessageTypeInfo _message;
    private readonly Random _random = new(1);
    private readonly long[] _all = new long[Bounds.Length + 1];
    private readonly long[] _once = new long[Bounds.Length + 1];
    private readonly long[] _weighted = new long[Bounds.Length + 1];
    private double _variance;

    /// <param name="perSecond">How many messages are timed a second.</param>
    public SimulatedLoad(int perSecond = 100)
    {
        _rate = new(perSecond, Fake.RateAdaptation);
        _message = Fake.Actor(_rate).Message(typeof(string));
    }

    /// <summary>Whether a good part of the messages was not measured.</summary>
    public bool IsDecimated => _once.Sum() < _all.Sum() * 0.75;

    public double Sum { get; private set; }

    /// <summary>Durations of the measured, each times what it stands for.</summary>
    public double EstimatedSum { get; private set; }

    /// <summary>The standard deviation that the estimate may have, itself estimated.</summary>
    public double SigmaOfSum => Math.Sqrt(_variance);

    /// <summary>In which bucket a percentile of all messages is.</summary>
    public int OfAll(double percentile) => Bucket(_all, percentile);

    /// <summary>In which one it is in what the histogram is given.</summary>
    public int OfHistogram(double percentile) => Bucket(_weighted, percentile);

    /// <summary>In which one it would be if each measured message were recorded once.</summary>
    public int CountedOnce(double percentile) => Bucket(_once, percentile);

    public void Run(double seconds, Func<double, double> perSecond, Func<double, double> duration)
    {
        var beat = 0;
        for (var t = 0.0; t < seconds; t += 1 / perSecond(t))
        {
            for (; beat < (int)(t * RateAdaptation.PerSecond); beat++)
            {
                _rate.Adapt();
            }

            Message(duration(t) * Math.Exp(_random.NextDouble() - 0.5));
        }
    }

    public override string ToString() => string.Join('\n', Percentiles.Select(p =>
        $"p{p * 100}: all {Show(OfAll(p))}, histogram {Show(OfHistogram(p))}, counted once {Show(CountedOnce(p))}"));

    private static string Show(int bucket) => bucket < Bounds.Length ? $"<= {Bounds[bucket]}" : $"> {Bounds[^1]}";

    private static int Bucket(long[] counts, double percentile)
    {
        var rank = counts.Sum() * percentile;
        var bucket = 0;
        for (var below = counts[0]; below < rank; below += counts[bucket])
        {
            bucket++;
        }

        return bucket;
    }

    private void Message(double seconds)
    {
        var found = Array.BinarySearch(Bounds, seconds);
        var bucket = found < 0 ? ~found : found;
        _all[bucket]++;
        Sum += seconds;
        var sent = SenderStamp.Stamp(new Envelope("message", ActorRefs.NoSender), _rate, receiver: null);
        if (SamplingDecision.Decide(_message, Fake.Plain, sent, sent.Stamp, sent.EnqueuedAt + 1, roots: null).Measured)
        {
            var shift = sent.Stamp.Shift;
            var weight = 1L << shift;
            _once[bucket]++;
            _weighted[bucket] += WeightedTimestamp.Times(shift, _rate.MaxTimes);
            EstimatedSum += seconds * weight;
            _variance += seconds * seconds * weight * (weight - 1);
        }

        sent.Open();
    }
}
