using System.IO.Enumeration;

namespace AkkaInstrumentation;

/// <summary>
/// A pattern of actor paths. <c>*</c> stands for any part of one segment. A segment <c>**</c> stands for any number of segments, and at the
/// end for at least one: <c>/user/orders/**</c> matches everything below <c>/user/orders</c>.
/// </summary>
internal sealed class PathPattern(string text)
{
    private const string AnyDepth = "**";

    // The possible first segments of an actor path.
    private static readonly string[] Roots = ["user", "system", "temp", "deadLetters", "remote"];

    private readonly string[] _segments = text[1..].Split('/');

    /// <summary>Null when the pattern is valid; otherwise the allowed forms.</summary>
    public static string? ProblemOf(string text)
    {
        var segments = text.StartsWith('/') && text.Length > 1 ? text[1..].Split('/') : null;
        return segments is null ? "allowed are paths such as /user/orders/* and /user/orders/**"
            : segments.Any(segment => segment.Length == 0) ? "allowed are paths without an empty segment"
            : segments.Any(segment => segment != AnyDepth && segment.Contains(AnyDepth, StringComparison.Ordinal))
                ? "allowed is ** as a whole segment only"
            : !ForeignText.IsClean(text) ? "allowed are visible characters only"
            : Roots.Any(root => Glob.Matches(segments[0], root)) ? null
            : $"allowed are paths that begin with /{string.Join(", /", Roots)} or a pattern";
    }

    /// <summary>
    /// Backtracks to the last <c>**</c> only, which is enough. So the time is at most pattern length times path length. Allocates nothing.
    /// </summary>
    public bool Matches(string path)
    {
        var (p, star) = (0, -1);
        var rest = path.AsSpan();
        var retry = ReadOnlySpan<char>.Empty;
        while (rest.Length > 1)
        {
            if (p < _segments.Length && _segments[p] == AnyDepth)
            {
                star = p++;
                retry = rest;
            }
            else if (p < _segments.Length && Glob.Matches(_segments[p], First(rest)))
            {
                p++;
                rest = AfterFirst(rest);
            }
            else if (star >= 0)
            {
                p = star + 1;
                retry = AfterFirst(retry);
                rest = retry;
            }
            else
            {
                return false;
            }
        }

        return p == _segments.Length;
    }

    // "/a/b" consists of "a" and "/b".
    private static ReadOnlySpan<char> First(ReadOnlySpan<char> path) => path[1..(1 + LengthOfFirst(path))];

    private static ReadOnlySpan<char> AfterFirst(ReadOnlySpan<char> path) => path[(1 + LengthOfFirst(path))..];

    private static int LengthOfFirst(ReadOnlySpan<char> path) => path[1..].IndexOf('/') is var end and >= 0 ? end : path.Length - 1;
}

/// <summary>A pattern in which <c>*</c> stands for any number of characters. It is case-sensitive, like type names and actor paths.</summary>
internal static class Glob
{
    /// <summary>
    /// In at most pattern length times text length steps, without allocation for texts as long as names. Beside a star the runtime's matcher gives
    /// <c>?</c> and <c>\</c> a meaning too, but no name of a type or an actor contains them.
    /// </summary>
    public static bool Matches(ReadOnlySpan<char> pattern, ReadOnlySpan<char> text) => pattern.Contains('*')
        ? FileSystemName.MatchesSimpleExpression(pattern, text, ignoreCase: false)
        : pattern.SequenceEqual(text);
}
