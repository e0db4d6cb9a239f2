using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads a threshold in time that may be off.</summary>
internal static class DurationReader
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    /// <summary>Infinite when it is off.</summary>
    public static TimeSpan Read(Config system, string key, List<string> problems)
    {
        var path = $"{SettingsReader.Root}.{key}";
        var text = system.GetString(path);
        if (text is "off" or "false" or "no")
        {
            return Timeout.InfiniteTimeSpan;
        }

        if (Parsed(system, path) is { } duration && duration >= Shortest && duration <= Longest)
        {
            return duration;
        }

        problems.Add($"{path} = {text ?? "null"}, allowed is off or a duration from 10ms to 1h");
        return Timeout.InfiniteTimeSpan;
    }

    // HOCON throws differently for what is no duration at all
    private static TimeSpan? Parsed(Config system, string path)
    {
        try
        {
            return system.GetTimeSpan(path, TimeSpan.Zero, allowInfinite: false);
        }
        catch (Exception e) when (e is FormatException or ConfigurationException or OverflowException or ArgumentException)
        {
            return null;
        }
    }
}
