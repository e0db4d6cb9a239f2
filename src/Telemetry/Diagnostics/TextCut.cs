namespace AkkaInstrumentation;

/// <summary>Cuts texts that come from other code.</summary>
internal static class TextCut
{
    /// <summary>Does not cut between the two halves of a surrogate pair, which exporters could not write.</summary>
    public static string At(string text, int length) => text.Length <= length ? text
        : text[..(char.IsHighSurrogate(text[length - 1]) ? length - 1 : length)];
}
