using System.Globalization;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// Encodes text for the configuration of a <c>Deploy</c>. Akka writes that configuration without escapes when it sends it to other machines. So
/// letters, digits and characters without a meaning in HOCON stay, and all others become numbers. A percent sign at the start distinguishes it
/// from plain text.
/// </summary>
internal static class PortableText
{
    private const int Digits = 4;

    public static string Encode(string text)
    {
        var encoded = new StringBuilder("%");
        foreach (var c in text)
        {
            if (char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_')
            {
                encoded.Append(c);
            }
            else
            {
                encoded.Append('%').Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
            }
        }

        return encoded.ToString();
    }

    public static string Decode(string text)
    {
        if (!text.StartsWith('%'))
        {
            return text;
        }

        var decoded = new StringBuilder();
        for (var i = 1; i < text.Length; i++)
        {
            if (text[i] == '%' && i + Digits < text.Length
                && ushort.TryParse(text.AsSpan(i + 1, Digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var c))
            {
                decoded.Append((char)c);
                i += Digits;
            }
            else
            {
                decoded.Append(text[i]);
            }
        }

        return decoded.ToString();
    }
}
