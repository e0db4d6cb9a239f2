namespace AkkaInstrumentation;

/// <summary>
/// Checks a text before Akka's HOCON reader gets it (1.5.71). That reader loops forever where a bracket is closed by one of the other kind. A substitution
/// that refers to itself makes it loop, or ends the process. A running system must not risk either.
/// </summary>
internal static class HoconShape
{
    private const string TripleQuote = "\"\"\"";

    /// <summary>Null when no bracket is closed by another's and there are no substitutions.</summary>
    public static string? ProblemOf(string text)
    {
        var open = new Stack<char>();
        for (var i = 0; i < text.Length; i++)
        {
            var rest = text.AsSpan(i);
            if (rest.StartsWith("${", StringComparison.Ordinal))
            {
                // A change contains nothing to refer to anyway.
                return "a change has no substitutions, ${...}";
            }

            if (text[i] == '#' || rest.StartsWith("//", StringComparison.Ordinal))
            {
                i += LengthOfLine(rest) - 1;
            }
            else if (text[i] == '"')
            {
                i += LengthOfQuoted(rest) - 1;
            }
            else if (text[i] is '{' or '[')
            {
                open.Push(text[i] == '{' ? '}' : ']');
            }
            else if (text[i] is '}' or ']' && (!open.TryPop(out var expected) || expected != text[i]))
            {
                return $"there is a {text[i]} too many";
            }
        }

        return null;
    }

    private static int LengthOfLine(ReadOnlySpan<char> rest) => rest.IndexOf('\n') is var end and >= 0 ? end : rest.Length;

    // Includes the quotes. A quote that is not closed lasts to the end, as for the reader.
    private static int LengthOfQuoted(ReadOnlySpan<char> rest)
    {
        if (rest.StartsWith(TripleQuote, StringComparison.Ordinal))
        {
            var end = rest[TripleQuote.Length..].IndexOf(TripleQuote, StringComparison.Ordinal);
            return end < 0 ? rest.Length : end + (2 * TripleQuote.Length);
        }

        for (var i = 1; i < rest.Length; i++)
        {
            if (rest[i] == '\\')
            {
                i++;
            }
            else if (rest[i] == '"')
            {
                return i + 1;
            }
        }

        return rest.Length;
    }
}
