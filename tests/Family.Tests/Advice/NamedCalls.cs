using System.Text;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>The calls, settings and tools that a text names, as people write them: in backticks, with dots, in mixed case, with hyphens.</summary>
internal static partial class NamedCalls
{
    // English words that look like settings.
    private static readonly HashSet<string> Words = ["time-out", "time-outs", "sync-over-async"];

    public static IEnumerable<string> In(string text) => Pattern().Matches(text)
        .Select(match => match.Groups["name"].Value).Where(name => !Words.Contains(name)).Distinct();

    /// <summary>Those in the string literals of a C# file, without what is filled in.</summary>
    public static IEnumerable<string> InSource(string code)
    {
        var texts = new List<string>();
        var place = 0;
        ReadCode(Comment().Replace(code, ""), ref place, until: '\0', texts);
        return texts.SelectMany(In).Distinct();
    }

    // Reads code up to a character, and adds the literals in it.
    private static void ReadCode(string code, ref int place, char until, List<string> texts)
    {
        var depth = 0;
        while (place < code.Length && (depth > 0 || code[place] != until))
        {
            switch (code[place++])
            {
                case '{' when until == '}':
                    depth++;
                    break;
                case '}' when until == '}':
                    depth--;
                    break;
                case '"':
                    ReadText(code, ref place, isFilledIn: place > 1 && code[place - 2] == '$', texts);
                    break;
                case '\'':
                    place = code.IndexOf('\'', place + (code[place] == '\\' ? 2 : 1)) + 1;
                    break;
            }
        }

        place++;
    }

    private static void ReadText(string code, ref int place, bool isFilledIn, List<string> texts)
    {
        var text = new StringBuilder();
        while (code[place] != '"')
        {
            if (isFilledIn && code[place] == '{')
            {
                place++;
                ReadCode(code, ref place, until: '}', texts);
                text.Append(' ');
            }
            else
            {
                place += code[place] == '\\' ? 1 : 0;
                text.Append(code[place++]);
            }
        }

        place++;
        texts.Add(text.ToString());
    }

    // Context.Stop, PipeTo, Thread.Sleep(); .Result, .Wait(); a.setting-of.ours, dotnet-dump; a word with a capital inside of a sentence: Tell.
    [GeneratedRegex("""
        `(?<name>[^`]+)`
        |(?<![\w.`-])(?<name>
            [A-Z]\w*(?:\.[A-Z]\w*)+(?:\(\))?
            |[A-Z]+[a-z0-9]+(?:[A-Z]\w*)+(?:\(\))?
            |\.[A-Z]\w*(?:\(\))?
            |[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+
            |[a-z]+(?:-[a-z]+)+
        )
        |(?<=[a-z,;]\ |\()(?<name>[A-Z][a-z]+)\b(?!'s|\.?\w)
        """, RegexOptions.IgnorePatternWhitespace | RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();

    [GeneratedRegex("^\\s*//.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();
}
