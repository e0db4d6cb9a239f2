using System.Diagnostics;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// The heartbeats of another node as one failure detector gets them, and the resulting phi: a power of ten that says how unlikely it is that the next
/// heartbeat is only late (Hayashibara et al., The phi accrual failure detector, 2004; with Akka's settings and its logistic approximation of the
/// normal distribution). Any thread.
/// </summary>
internal sealed class Heartbeats
{
    /// <summary>The state of the heartbeats of a node.</summary>
    /// <param name="Age">Seconds since the last heartbeat.</param>
    /// <param name="Phi">The value when Akka last read it, which it does each second. At most <see cref="PeersHeard.MaxPhi"/>.</param>
    /// <param name="IsLate">Whether the next heartbeat was late, when Akka last checked, by more than half of the pause that the detector
    /// accepts.</param>
    internal readonly record struct Heard(double Age, double Phi, bool IsLate);

    /// <summary>The cluster's detector, or that of remote watch.</summary>
    public const string Cluster = "cluster";
    public const string Watch = "watch";

    // If Akka, which checks every second, has not used a detector for this time, its node is no longer watched.
    private static readonly long Unasked = 15 * Stopwatch.Frequency;

    private readonly object _lock = new();
    private readonly Action<Heartbeats, double> _came;
    private readonly Queue<double> _intervals = [];
    private readonly int _maxIntervals;
    private readonly double _minDeviation;
    private readonly double _pause;
    private double _sum;
    private double _squares;
    private long _last;
    private long _asked;

    /// <param name="config">The section of the failure detector, which Akka has checked.</param>
    /// <param name="came">Gets each interval in seconds.</param>
    public Heartbeats(Config config, Action<Heartbeats, double> came)
    {
        _came = came;
        Detector = config.HasPath("monitored-by-nr-of-members") ? Cluster : Watch;
        Threshold = config.GetDouble("threshold");
        _maxIntervals = config.GetInt("max-sample-size");
        _minDeviation = config.GetTimeSpan("min-std-deviation").TotalSeconds;
        _pause = config.GetTimeSpan("acceptable-heartbeat-pause").TotalSeconds;

        // Akka begins in the same way, with two guesses around the configured interval.
        var guess = config.GetTimeSpan("heartbeat-interval").TotalSeconds;
        Note(guess * 0.75);
        Note(guess * 1.25);
    }

    /// <summary><see cref="Cluster"/> or <see cref="Watch"/>.</summary>
    public string Detector { get; }

    /// <summary>The node counts as unreachable when phi is above this value.</summary>
    public double Threshold { get; }

    /// <summary>The node's address; null before its first heartbeat.</summary>
    public string? Peer { get; private set; }

    /// <summary>Akka has asked whether the node is available.</summary>
    public void Asked(long now) => Volatile.Write(ref _asked, now);

    /// <summary>A heartbeat has come.</summary>
    public void Came(string? peer, long now)
    {
        double interval;
        lock (_lock)
        {
            Peer ??= peer;
            var last = _last;
            _last = now;
            Asked(now);
            if (last == 0)
            {
                return;
            }

            interval = Ticks.ToSeconds(now - last);
            if (PhiAfter(interval) < Threshold)
            {
                Note(interval);
            }
        }

        _came(this, interval);
    }

    /// <summary>The present state; null before the first heartbeat, and when the node is no longer watched.</summary>
    public Heard? Read(long now)
    {
        lock (_lock)
        {
            // A detector that Akka has dropped reports nothing: its node may be well, and another detector may get the heartbeats.
            var asked = Volatile.Read(ref _asked);
            var silence = Ticks.ToSeconds(asked - _last);
            return _last == 0 || now - asked > Unasked ? null
                : new(Ticks.ToSeconds(now - _last), PhiAfter(silence), silence > (_sum / _intervals.Count) + (_pause / 2));
        }
    }

    private void Note(double interval)
    {
        _intervals.Enqueue(interval);
        (_sum, _squares) = (_sum + interval, _squares + (interval * interval));
        if (_intervals.Count > _maxIntervals)
        {
            var oldest = _intervals.Dequeue();
            (_sum, _squares) = (_sum - oldest, _squares - (oldest * oldest));
        }
    }

    private double PhiAfter(double seconds)
    {
        var mean = _sum / _intervals.Count;
        var deviation = Math.Max(Math.Sqrt(Math.Max(0, (_squares / _intervals.Count) - (mean * mean))), _minDeviation);
        var y = (seconds - mean - _pause) / deviation;
        var e = Math.Exp(-y * (1.5976 + (0.070566 * y * y)));
        return Math.Min(y > 0 ? -Math.Log10(e / (1 + e)) : -Math.Log10(1 - (1 / (1 + e))), PeersHeard.MaxPhi);
    }
}
