using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Messages a second of the actors that pages show, from two readings of their counts. Any thread: viewers are answered at once.</summary>
internal sealed class MessageRates
{
    private const int MaxActors = 1_000;

    private static readonly long Shortest = Stopwatch.Frequency / 2;
    private static readonly long Longest = 15 * Stopwatch.Frequency;

    private readonly Dictionary<string, (long Messages, long At, double? Rate)> _actors = [];

    /// <summary>Null at the first reading.</summary>
    public double? Of(string path, long? messages, long now)
    {
        if (messages is not { } count)
        {
            return null;
        }

        lock (_actors)
        {
            if (_actors.TryGetValue(path, out var before) && now - before.At < Shortest)
            {
                return before.Rate;
            }

            if (_actors.Count >= MaxActors)
            {
                _actors.Clear();
            }

            double? rate = before.At > 0 && now - before.At < Longest && count >= before.Messages
                ? (count - before.Messages) / Ticks.ToSeconds(now - before.At)
                : null;
            _actors[path] = (count, now, rate);
            return rate;
        }
    }
}
