using System.Text;

namespace AkkaInstrumentation;

/// <summary>Names in C# as HOCON spells them.</summary>
internal static class KebabCase
{
    /// <summary><c>MaxLength</c> is <c>max-length</c>.</summary>
    public static string Of(string name)
    {
        var kebab = new StringBuilder();
        foreach (var c in name)
        {
            if (char.IsAsciiLetterUpper(c) && kebab.Length > 0 && kebab[^1] != '-')
            {
                kebab.Append('-');
            }

            kebab.Append(char.IsAsciiLetterUpper(c) ? char.ToLowerInvariant(c) : c);
        }

        return kebab.ToString();
    }
}
