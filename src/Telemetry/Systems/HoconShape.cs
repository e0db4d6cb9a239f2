namespace AkkaInstrumentation;

/// <summary>
/// Checks a text before Akka's HOCON reader gets it. Some texts that are not HOCON make that reader loop forever and take all memory, for example an
/// unclosed quote inside a list (Akka 1.5.71). A running system must not risk that.
/// </summary>
internal static class HoconShape
{
    private const string TripleQuote = "\"\"\"";

    /// <summary>Null when all quotes and brackets are closed and there are no substitutions.</summary>
    public static string? ProblemOf(string text)
    {
        var open = new Stack<char>();
        for (var i = 0; i < text.Length; i++)
        {
            var rest = text.AsSpan(i);
            if (rest.StartsWith("${", StringComparison.Ordinal))
            {
                // A substitution that refers to itself would end the process inside the reader. A change contains nothing to refer to anyway.
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

    // Includes the quotes; 0 when the text is not closed.
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
