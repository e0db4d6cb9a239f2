using System.Globalization;
using System.Text;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Texts that another node or a message brings along: paths of its actors, its address, ids of entities. They come through here before they are
/// shown in spans, metrics, log lines and findings. A text that is too long is cut, as names of types are. A character that ends a line, controls a
/// terminal, turns the direction of what follows or cannot be seen is written as in a URI: <c>%0A</c>. So nobody can forge a log line, or hide one.
/// </summary>
internal static class ForeignText
{
    /// <summary>Of a path, in characters.</summary>
    public const int MaxPath = 512;

    // So much of a long text is looked at.
    private const int MaxRead = 1_024;

    /// <summary>Returns the same text if there is nothing to clean, which one look shows for printable ASCII. Any thread.</summary>
    /// <param name="text">The text.</param>
    /// <param name="max">The most characters of the result.</param>
    public static string Clean(string text, int max = TypeNames.MaxLength)
    {
        if (!text.AsSpan(0, Math.Min(text.Length, MaxRead)).ContainsAnyExceptInRange(' ', '~'))
        {
            return TypeNames.Shortened(text, max);
        }

        // Half of a surrogate pair is read as the character that stands for what cannot be read.
        var shown = new StringBuilder();
        foreach (var character in text.AsSpan(0, Math.Min(text.Length, MaxRead)).EnumerateRunes())
        {
            shown.Append(IsVisible(character) ? character.ToString() : Uri.EscapeDataString(character.ToString()));
        }

        return TypeNames.Shortened(shown.ToString(), max);
    }

    /// <summary>Of a text for people, which goes into their sentences: what cannot be seen is a space, and of several spaces one is left.</summary>
    /// <param name="text">The text.</param>
    /// <param name="max">The most characters of it that are kept.</param>
    public static string OneLine(string text, int max)
    {
        var shown = new StringBuilder();
        foreach (var character in TextCut.At(text, max).EnumerateRunes())
        {
            var isSpace = !IsVisible(character) || Rune.GetUnicodeCategory(character) == UnicodeCategory.SpaceSeparator;
            if (!isSpace || (shown.Length > 0 && shown[^1] != ' '))
            {
                shown.Append(isSpace ? " " : character.ToString());
            }
        }

        return $"{shown.ToString().TrimEnd()}{(text.Length > max ? "…" : "")}";
    }

    /// <summary>The address of a node, as others name it.</summary>
    public static string Of(Address address) => Clean(address.ToString());

    /// <summary>Whether nothing in the text, however long it is, has to be cleaned.</summary>
    public static bool IsClean(string text)
    {
        foreach (var character in text.EnumerateRunes())
        {
            if (!IsVisible(character))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsVisible(Rune character) => Rune.GetUnicodeCategory(character) is not
        (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
        or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse);
}
