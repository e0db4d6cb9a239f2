using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>How long something has lasted, for people.</summary>
internal static class DurationWords
{
    private const int Minute = 60;
    private const int Hour = 60 * Minute;

    // Up to this number, seconds are easy to read.
    private const int Longest = 2 * Minute;

    /// <summary><c>3.2 s</c>, <c>10 min 11 s</c>, <c>2 h 5 min</c>.</summary>
    public static string Text(double seconds) => seconds switch
    {
        < Longest => Written($"{seconds:0.#} s"),
        < Hour => Written($"{(int)seconds / Minute} min {(int)seconds % Minute} s"),
        _ => Written($"{(long)seconds / Hour} h {(long)seconds % Hour / Minute} min"),
    };

    private static string Written(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
