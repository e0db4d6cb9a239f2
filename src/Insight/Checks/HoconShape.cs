using System.Text.RegularExpressions;

namespace AkkaInstrumentation;

/// <summary>
/// Checks a text before Akka's HOCON reader gets it. Some texts that are not HOCON make that reader loop forever and take all memory, for example an
/// unclosed quote inside a list (Akka 1.5.71). A running system must not risk that.
/// </summary>
internal static partial class HoconShape
{
    // The reader and the code that walks through its result call themselves for each level.
    private const int MaxDepth = 50;

    /// <summary>Null when all quotes and brackets are closed, there are no substitutions, and the depth is within the limit.</summary>
    public static string? ProblemOf(string text)
    {
        var code = TextsAndComments().Replace(text, " ");
        if (code.Contains("${", StringComparison.Ordinal))
        {
            // A substitution that refers to itself would end the process inside the reader. A change contains nothing to refer to anyway.
            return "a change has no substitutions, ${...}";
        }

        if (code.Contains('"', StringComparison.Ordinal))
        {
            return "a quote is not closed";
        }

        var open = new Stack<char>();
        var dots = 0;
        foreach (var sign in code)
        {
            dots = sign == '.' ? dots + 1 : sign is '=' or ':' or '{' or ',' or '\n' ? 0 : dots;
            if (open.Count > MaxDepth || dots > MaxDepth)
            {
                return $"there are more than {MaxDepth} {(dots > MaxDepth ? "dots in a key" : "brackets inside each other")}";
            }

            if (sign is '{' or '[')
            {
                open.Push(sign == '{' ? '}' : ']');
            }
            else if (sign is '}' or ']' && (!open.TryPop(out var expected) || expected != sign))
            {
                return $"there is a {sign} too many";
            }
        }

        return open.TryPop(out var missing) ? $"there is a {missing} missing" : null;
    }

    // Two quotes before a third one begin a triple quote, even if that is not closed.
    [GeneratedRegex("""
        "{3}[\s\S]*?"{3}|"(?!"")(?:[^"\\\r\n]|\\.)*"|(?:\#|//)[^\n]*
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex TextsAndComments();
}
