using System.Globalization;
using System.Text.RegularExpressions;

namespace Akka.Configuration.Hocon;

/// <summary>Durations.</summary>
internal static partial class HoconUnits
{
    public static TimeSpan ToTimeSpan(string text, bool allowInfinite)
    {
        var match = Duration().Match(text);
        if (match.Success)
        {
            var number = double.Parse(match.Groups["number"].ValueSpan, NumberStyles.Float, NumberFormatInfo.InvariantInfo);
            return match.Groups["unit"].Value switch
            {
                "d" or "day" or "days" => TimeSpan.FromDays(number),
                "h" or "hour" or "hours" => TimeSpan.FromHours(number),
                "m" or "minute" or "minutes" => TimeSpan.FromMinutes(number),
                "s" or "second" or "seconds" => TimeSpan.FromSeconds(number),
                "ms" or "milli" or "millis" or "millisecond" or "milliseconds" => TimeSpan.FromMilliseconds(number),
                "micro" or "micros" or "microsecond" or "microseconds" => TimeSpan.FromMicroseconds(number),
                _ => TimeSpan.FromTicks((long)(number / TimeSpan.NanosecondsPerTick)),
            };
        }

        if (allowInfinite && text.Equals("infinite", StringComparison.OrdinalIgnoreCase)) return Timeout.InfiniteTimeSpan;
        var milliseconds = double.Parse(text, NumberFormatInfo.InvariantInfo);
        return milliseconds >= 0 ? TimeSpan.FromMilliseconds(milliseconds) : throw new FormatException($"[{text}] is no duration");
    }

    [GeneratedRegex(@"^\s*(?<number>[0-9]+(\.[0-9]+)?)\s*(?<unit>d|days?|h|hours?|m|minutes?|s|seconds?|ms|milli|millis|milliseconds?|micros?|microseconds?|ns|nanos?|nanoseconds?)\s*$")]
    private static partial Regex Duration();
}
