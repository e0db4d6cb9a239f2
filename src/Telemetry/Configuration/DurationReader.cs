using System.Globalization;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads durations.</summary>
internal static class DurationReader
{
    private const int MinOfAThreshold = 10;

    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    /// <summary>Reads a threshold that may be off. Off is infinite.</summary>
    public static TimeSpan ReadOrOff(Config merged, string key, List<string> problems) =>
        HoconSwitch.IsOff(merged.GetString($"{SettingsReader.Root}.{key}"))
            ? Timeout.InfiniteTimeSpan
            : Read(merged, key, MinOfAThreshold, problems, or: "off or ");

    public static TimeSpan Read(Config merged, string key, int minMilliseconds, List<string> problems, string or = "")
    {
        var path = $"{SettingsReader.Root}.{key}";
        if (Parsed(merged, path) is { } duration && duration >= TimeSpan.FromMilliseconds(minMilliseconds) && duration <= Longest)
        {
            return duration;
        }

        problems.Add(string.Create(
            CultureInfo.InvariantCulture, $"{path} = {merged.GetString(path) ?? "null"}, allowed is {or}a duration from {minMilliseconds}ms to 1h"));
        return Longest;
    }

    // HOCON throws different exceptions for a text that is no duration.
    private static TimeSpan? Parsed(Config merged, string path)
    {
        try
        {
            return merged.GetTimeSpan(path, TimeSpan.Zero, allowInfinite: false);
        }
        catch (Exception e) when (e is FormatException or ConfigurationException or OverflowException or ArgumentException)
        {
            return null;
        }
    }
}
