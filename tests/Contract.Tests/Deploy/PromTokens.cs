namespace AkkaInstrumentation.Tests;

/// <summary>A row of words with brackets in it.</summary>
internal sealed class PromTokens(IReadOnlyList<PromToken> tokens)
{
    private static readonly HashSet<string> Groupings = ["by", "without", "on", "ignoring", "group_left", "group_right"];
    private static readonly HashSet<string> Operators = ["and", "or", "unless", "offset", "bool", "inf", "nan"];

    public int Count => tokens.Count;

    public PromToken this[int at] => tokens[at];

    public bool Is(int at, string sign) => at >= 0 && at < tokens.Count && tokens[at] == new PromToken(PromToken.Kinds.Sign, sign);

    public bool IsName(int at) => tokens[at].Kind == PromToken.Kinds.Name;

    public bool IsGrouping(int at) => IsName(at) && Groupings.Contains(tokens[at].Text);

    /// <summary>A name that is no operator, no grouping and no function: <c>sum (</c> and <c>sum by (</c> are functions.</summary>
    public bool IsSeries(int at) =>
        IsName(at) && !IsGrouping(at) && !Operators.Contains(tokens[at].Text) && !Is(at + 1, "(")
        && !(at + 1 < tokens.Count && tokens[at + 1].Text is "by" or "without");

    public PromTokens Between(int opening, int closing) => new([.. tokens.Skip(opening + 1).Take(closing - opening - 1)]);

    public List<string> NamesBetween(int opening, int closing) =>
        [.. tokens.Skip(opening + 1).Take(closing - opening - 1).Where(token => token.Kind == PromToken.Kinds.Name).Select(token => token.Text)];

    /// <summary>The bracket that closes the one at a place.</summary>
    public int Closing(int opening) => Partner(opening, step: 1);

    /// <summary>The bracket that opens the one at a place.</summary>
    public int Opening(int closing) => Partner(closing, step: -1);

    private int Partner(int bracket, int step)
    {
        var depth = 0;
        for (var at = bracket; at >= 0 && at < tokens.Count; at += step)
        {
            depth += Is(at, "(") || Is(at, "{") ? step : Is(at, ")") || Is(at, "}") ? -step : 0;
            if (depth == 0)
            {
                return at;
            }
        }

        throw new FormatException("a bracket has no partner");
    }
}
