using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Messages a second of single actors, from two readings of their counts. Any thread; several viewers may read at once.</summary>
/// <param name="most">The largest number of actors. When there are more, the readings start again.</param>
internal sealed class MessageRates(int most)
{
    private static readonly long Shortest = Stopwatch.Frequency / 2;
    private static readonly long Longest = 15 * Stopwatch.Frequency;

    private readonly Dictionary<string, (long Messages, long At, double? Rate)> _actors = [];

    /// <summary>The rate; null at the first reading.</summary>
    public double? Of(string actor, long? messages, long now)
    {
        if (messages is not { } count)
        {
            return null;
        }

        lock (_actors)
        {
            if (_actors.TryGetValue(actor, out var before) && now - before.At < Shortest)
            {
                return before.Rate;
            }

            if (_actors.Count >= most)
            {
                _actors.Clear();
            }

            double? rate = before.At > 0 && now - before.At < Longest && count >= before.Messages
                ? (count - before.Messages) / Ticks.ToSeconds(now - before.At)
                : null;
            _actors[actor] = (count, now, rate);
            return rate;
        }
    }
}
