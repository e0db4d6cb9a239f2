namespace AkkaInstrumentation;

/// <summary>
/// Looks at text before Akka's reader gets it: some of what is not HOCON, such as a quote that is never closed, keeps that reader busy for
/// ever, which a running system cannot afford.
/// </summary>
internal static class HoconShape
{
    private const string TripleQuote = "\"\"\"";

    /// <summary>Null when quotes and brackets are closed and nothing refers to anything.</summary>
    public static string? ProblemOf(string text)
    {
        var open = new Stack<char>();
        for (var i = 0; i < text.Length; i++)
        {
            var rest = text.AsSpan(i);
            if (rest.StartsWith("${", StringComparison.Ordinal))
            {
                // one that refers to itself would end the process inside the reader, and there is nothing here to refer to
                return "a change has no substitutions, ${...}";
            }

            if (text[i] == '#' || rest.StartsWith("//", StringComparison.Ordinal))
            {
                i += LengthOfLine(rest) - 1;
            }
            else if (text[i] == '"')
            {
                if (LengthOfQuoted(rest) is not (> 0 and var length))
                {
                    return "a quote is not closed";
                }

                i += length - 1;
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

        return open.TryPop(out var missing) ? $"there is a {missing} missing" : null;
    }

    private static int LengthOfLine(ReadOnlySpan<char> rest) => rest.IndexOf('\n') is var end and >= 0 ? end : rest.Length;

    // with its quotes; 0 when it is not closed
    private static int LengthOfQuoted(ReadOnlySpan<char> rest)
    {
        if (rest.StartsWith(TripleQuote, StringComparison.Ordinal))
        {
            var end = rest[TripleQuote.Length..].IndexOf(TripleQuote, StringComparison.Ordinal);
            return end < 0 ? 0 : end + (2 * TripleQuote.Length);
        }

        for (var i = 1; i < rest.Length && rest[i] is not ('\n' or '\r'); i++)
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

        return 0;
    }
}
