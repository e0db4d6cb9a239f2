namespace AkkaInstrumentation;

/// <summary>Compares names, to suggest the one that was probably meant.</summary>
internal static class Spelling
{
    // Up to this number of edits, a name is probably a misspelling of another.
    private const int MaxEdits = 3;

    /// <summary>Whether one name is probably a misspelling of the other.</summary>
    public static bool IsAlike(string one, string other) => Distance(one, other) <= MaxEdits;

    /// <summary>The known name that is most similar to a misspelt one.</summary>
    public static string Nearest(string name, IEnumerable<string> known) =>
        known.OrderBy(candidate => Distance(name, candidate)).ThenBy(candidate => candidate, StringComparer.Ordinal).First();

    // Levenshtein's edit distance, two rows at a time.
    private static int Distance(string a, string b)
    {
        var previous = Enumerable.Range(0, b.Length + 1).ToArray();
        var current = new int[b.Length + 1];
        for (var i = 1; i <= a.Length; i++)
        {
            current[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
                current[j] = Math.Min(substitution, Math.Min(previous[j], current[j - 1]) + 1);
            }

            (previous, current) = (current, previous);
        }

        return previous[b.Length];
    }
}
