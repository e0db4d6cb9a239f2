using System.Globalization;
using System.Text;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Cleans texts from another node or from a message: paths of actors, addresses, ids of entities. They pass through here before they are shown in
/// spans, metrics, log lines and findings. A text that is too long is cut, like names of types. A character that ends a line, controls a terminal,
/// reverses the direction of the text or is invisible is written as in a URI: <c>%0A</c>. So a log line cannot be forged or hidden.
/// </summary>
internal static class ForeignText
{
    /// <summary>The maximum length of a path, in characters.</summary>
    public const int MaxPath = 512;

    // The number of characters of a long text that are read.
    private const int MaxRead = 1_024;

    /// <summary>Returns the same text if there is nothing to clean. For printable ASCII one check shows that. Any thread.</summary>
    /// <param name="text">The text.</param>
    /// <param name="max">The most characters of the result.</param>
    public static string Clean(string text, int max = TypeNames.MaxLength)
    {
        if (!text.AsSpan(0, Math.Min(text.Length, MaxRead)).ContainsAnyExceptInRange(' ', '~'))
        {
            return TypeNames.Shortened(text, max);
        }

        // Half of a surrogate pair is read as the replacement character.
        var shown = new StringBuilder();
        foreach (var character in text.AsSpan(0, Math.Min(text.Length, MaxRead)).EnumerateRunes())
        {
            shown.Append(IsVisible(character) ? character.ToString() : Uri.EscapeDataString(character.ToString()));
        }

        return TypeNames.Shortened(shown.ToString(), max);
    }

    /// <summary>Cleans a text that becomes part of a sentence for people: invisible characters become spaces, and several spaces become
    /// one.</summary>
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

    /// <summary>The address of a node, cleaned.</summary>
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
