using System.Text.RegularExpressions;

namespace Akka.TestKit;

/// <summary>A condition on a text, with the words to report it.</summary>
internal sealed record TextMatch(Predicate<string> Matches, string Description)
{
    /// <summary>The first that is given decides; none given accepts everything.</summary>
    public static TextMatch? Of(string? exactly, string? start, string? contains) => (exactly, start, contains) switch
    {
        ({ } text, _, _) => new(s => s == text, $"== \"{text}\""),
        (_, { } text, _) => new(s => s.StartsWith(text, StringComparison.Ordinal), $"starts with \"{text}\""),
        (_, _, { } text) => new(s => s.Contains(text, StringComparison.Ordinal), $"contains \"{text}\""),
        _ => null,
    };

    public static TextMatch Of(Regex pattern) => new(pattern.IsMatch, $"matches regex \"{pattern}\"");

    /// <summary>A log source; one that begins with a slash is a path in any system.</summary>
    public static TextMatch? OfSource(string? source) => source is null
        ? null
        : new(s => s == source || (source.StartsWith('/') && PathOf(s) == source), $"== \"{source}\"");

    private static string PathOf(string source)
    {
        var address = source.IndexOf("://", StringComparison.Ordinal);
        var path = address < 0 ? -1 : source.IndexOf('/', address + 3);
        return path < 0 ? source : source[path..];
    }
}
