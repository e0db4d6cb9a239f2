namespace AkkaInstrumentation;

/// <summary>Cuts texts that others have written.</summary>
internal static class TextCut
{
    /// <summary>Not between the two halves of a character, which exporters could not write.</summary>
    public static string At(string text, int length) => text.Length <= length ? text
        : text[..(char.IsHighSurrogate(text[length - 1]) ? length - 1 : length)];
}
