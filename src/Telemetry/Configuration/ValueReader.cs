using System.Globalization;
using System.Numerics;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Reads the values of a section. Each wrong one becomes a problem, with path, value and what is allowed.</summary>
/// <param name="path">The section's path.</param>
/// <param name="find">Finds the value of a key.</param>
/// <param name="problems">Receives the problems.</param>
/// <param name="isComplete">Whether a missing value is a problem.</param>
internal sealed class ValueReader(string path, Func<string, HoconValue?> find, List<string> problems, bool isComplete)
{
    private static readonly TimeSpan MaxDuration = TimeSpan.FromHours(1);

    /// <summary>The value of a key; null if it is not set.</summary>
    public HoconValue? Find(string key) => find(key) is { } value && !value.IsNothing() ? value : null;

    public bool? Switch(string key) => Read<bool>(key, "are on and off", value => Text(value) is "on" or "true" or "yes" ? true : IsOff(value) ? false : null);

    /// <summary>The value of an enumeration, in the spelling of HOCON.</summary>
    public T? Word<T>(string key, string? allowed = null)
        where T : struct, Enum
    {
        var names = Enum.GetNames<T>();
        return Read<T>(
            key,
            allowed ?? $"are {string.Join(", ", names.Select(KebabCase.Of))}",
            value => Array.Find(names, name => KebabCase.Of(name) == Text(value)) is { } name ? Enum.Parse<T>(name) : null);
    }

    /// <summary>The same for a word that HOCON spells in several ways.</summary>
    public T? WordOrOff<T>(string key, string allowed, T off)
        where T : struct, Enum => Find(key) is { } value && IsOff(value) ? off : Word<T>(key, allowed);

    public T? Number<T>(string key, string allowed, Predicate<T> isAllowed)
        where T : struct, INumber<T> => Read<T>(key, allowed, value => TryParse<T>(value, out var number) && isAllowed(number) ? number : null);

    public static bool TryParse<T>(HoconValue value, out T number)
        where T : struct, INumber<T> =>
        T.TryParse(Text(value), typeof(T) == typeof(double) ? NumberStyles.Float : NumberStyles.Integer, CultureInfo.InvariantCulture, out number);

    /// <param name="key">The key.</param>
    /// <param name="minMilliseconds">The shortest duration. The longest is an hour.</param>
    /// <param name="orOff">Whether it may be off, which is infinite.</param>
    public TimeSpan? Duration(string key, int minMilliseconds, bool orOff = false) => Read<TimeSpan>(
        key,
        string.Create(CultureInfo.InvariantCulture, $"is {(orOff ? "off or " : "")}a duration from {minMilliseconds}ms to 1h"),
        value => orOff && IsOff(value) ? Timeout.InfiniteTimeSpan
            : DurationOf(value) is { } duration && duration >= TimeSpan.FromMilliseconds(minMilliseconds) && duration <= MaxDuration ? duration
            : null);

    public T? Read<T>(string key, string allowed, Func<HoconValue, T?> parse)
        where T : struct
    {
        var value = Find(key);
        if (value is null && !isComplete)
        {
            return null;
        }

        if (value is not null && parse(value) is { } read)
        {
            return read;
        }

        problems.Add($"{path}.{key} = {value?.Written() ?? "null"}, allowed {allowed}");
        return null;
    }

    public static bool IsOff(HoconValue value) => Text(value) is "off" or "false" or "no";

    public static bool IsWord(HoconValue value, string word) => Text(value) == word;

    private static string? Text(HoconValue value) => value.IsString() ? value.GetString() : null;

    /// <summary>Null for a value that is no duration. HOCON throws different exceptions for it.</summary>
    public static TimeSpan? DurationOf(HoconValue value)
    {
        try
        {
            return value.GetTimeSpan(allowInfinite: false);
        }
        catch (Exception e) when (e is FormatException or ConfigurationException or OverflowException or ArgumentException)
        {
            return null;
        }
    }
}
