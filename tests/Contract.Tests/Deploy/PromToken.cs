using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The words of a PromQL query: names, numbers and durations, strings, and single characters.</summary>
internal readonly partial record struct PromToken(PromToken.Kinds Kind, string Text)
{
    public enum Kinds
    {
        Name,
        Number,
        Text,
        Sign,
    }

    /// <exception cref="FormatException">A character that begins no word.</exception>
    public static List<PromToken> In(string query)
    {
        var tokens = new List<PromToken>();
        var at = 0;
        while (at < query.Length)
        {
            var word = Word().Match(query, at);
            if (!word.Success || word.Index != at)
            {
                throw new FormatException($"'{query[at]}' at {at} is not read: {query}");
            }

            at += word.Length;
            if (!word.Groups["space"].Success)
            {
                tokens.Add(new(KindOf(word), word.Groups["text"].Success ? word.Value[1..^1] : word.Value));
            }
        }

        return tokens;
    }

    private static Kinds KindOf(Match word) =>
        word.Groups["name"].Success ? Kinds.Name
        : word.Groups["number"].Success ? Kinds.Number
        : word.Groups["text"].Success ? Kinds.Text
        : Kinds.Sign;

    // A dashboard's variable stands where a duration does: $__rate_interval.
    [GeneratedRegex("""
        (?<space>\s+|\#[^\n]*)
        |(?<number>\$[a-z_]+|[0-9][0-9.]*(ms|[smhdwy])?)
        |(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)
        |(?<text>"(\\.|[^"\\])*"|'(\\.|[^'\\])*')
        |(?<sign>=~|!~|!=|==|<=|>=|[-+*/%^=<>(){}\[\],])
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Word();
}
