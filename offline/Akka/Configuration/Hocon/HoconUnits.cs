using System.Globalization;
using System.Text.RegularExpressions;

namespace Akka.Configuration.Hocon;

/// <summary>Durations and byte sizes.</summary>
internal static partial class HoconUnits
{
    private const long Kibi = 1024;
    private const long Kilo = 1000;

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
        return milliseconds >= 0
            ? TimeSpan.FromMilliseconds(milliseconds)
            : throw new FormatException($"Expected a positive value instead of {milliseconds.ToString(NumberFormatInfo.InvariantInfo)}");
    }

    public static long? ToByteSize(string? text)
    {
        if (string.IsNullOrEmpty(text)) return null;
        var digitsEnd = text.AsSpan().LastIndexOfAnyInRange('0', '9') + 1;
        var suffix = digitsEnd == 0 ? "" : text[digitsEnd..].Trim();
        var number = suffix.Length == 0 ? text : text[..digitsEnd];
        return checked(Factor(suffix) * long.Parse(number, NumberStyles.Integer, NumberFormatInfo.InvariantInfo));
    }

    [GeneratedRegex(@"^\s*(?<number>[0-9]+(\.[0-9]+)?)\s*(?<unit>d|days?|h|hours?|m|minutes?|s|seconds?|ms|milli|millis|milliseconds?|micros?|microseconds?|ns|nanos?|nanoseconds?)\s*$")]
    private static partial Regex Duration();

    private static long Factor(string suffix) => suffix switch
    {
        "" or "b" or "B" or "byte" or "bytes" => 1,
        "kB" or "kilobyte" or "kilobytes" => Kilo,
        "MB" or "megabyte" or "megabytes" => Kilo * Kilo,
        "GB" or "gigabyte" or "gigabytes" => Kilo * Kilo * Kilo,
        "TB" or "terabyte" or "terabytes" => Kilo * Kilo * Kilo * Kilo,
        "PB" or "petabyte" or "petabytes" => Kilo * Kilo * Kilo * Kilo * Kilo,
        "EB" or "exabyte" or "exabytes" => Kilo * Kilo * Kilo * Kilo * Kilo * Kilo,
        "k" or "K" or "Ki" or "KiB" or "kibibyte" or "kibibytes" => Kibi,
        "m" or "M" or "Mi" or "MiB" or "mebibyte" or "mebibytes" => Kibi * Kibi,
        "g" or "G" or "Gi" or "GiB" or "gibibyte" or "gibibytes" => Kibi * Kibi * Kibi,
        "t" or "T" or "Ti" or "TiB" or "tebibyte" or "tebibytes" => Kibi * Kibi * Kibi * Kibi,
        "p" or "P" or "Pi" or "PiB" or "pebibyte" or "pebibytes" => Kibi * Kibi * Kibi * Kibi * Kibi,
        "e" or "E" or "Ei" or "EiB" or "exbibyte" or "exbibytes" => Kibi * Kibi * Kibi * Kibi * Kibi * Kibi,
        _ => throw new FormatException($"{suffix} is not a valid byte size suffix"),
    };
}
