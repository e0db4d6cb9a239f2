namespace AkkaInstrumentation;

/// <summary>A pattern in which <c>*</c> stands for any number of characters. It is case-sensitive, like type names and actor paths.</summary>
internal static class Glob
{
    /// <summary>
    /// Backtracks to the last star only, which is enough. So the time is at most pattern length times text length. Allocates nothing.
    /// </summary>
    public static bool Matches(ReadOnlySpan<char> pattern, ReadOnlySpan<char> text)
    {
        var (p, t, star, retry) = (0, 0, -1, 0);
        while (t < text.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
            {
                (star, retry) = (p++, t);
            }
            else if (p < pattern.Length && pattern[p] == text[t])
            {
                p++;
                t++;
            }
            else if (star >= 0)
            {
                (p, t) = (star + 1, ++retry);
            }
            else
            {
                return false;
            }
        }

        return pattern[p..].IndexOfAnyExcept('*') < 0;
    }
}
