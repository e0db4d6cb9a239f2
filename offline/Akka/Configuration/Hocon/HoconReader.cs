using System.Globalization;
using System.Text;

namespace Akka.Configuration.Hocon;

/// <summary>A cursor over the text of a document, and the tokens that need no context.</summary>
internal sealed class HoconReader(string text)
{
    private const string ReservedCharacters = "$\"{}[]:=,#`^?!@*&\\";

    private int _position;

    public bool AtEnd => _position >= text.Length;

    public char Peek => AtEnd ? '\0' : text[_position];

    public bool AtComment => Peek == '#' || At("//");

    public bool AtNewLine => Peek is '\n' or '\r';

    public bool At(string token) => string.CompareOrdinal(text, _position, token, 0, token.Length) == 0;

    public bool Take(string token)
    {
        if (AtEnd || !At(token)) return false;
        _position += token.Length;
        return true;
    }

    /// <summary>White space, line ends and comments; false when there was nothing.</summary>
    public bool SkipBlank()
    {
        var start = _position;
        while (!AtEnd)
        {
            if (char.IsWhiteSpace(Peek)) _position++;
            else if (AtComment) SkipLine();
            else break;
        }

        return _position > start;
    }

    /// <summary>White space within the line.</summary>
    public string TakeSpace()
    {
        var start = _position;
        while (!AtEnd && !AtNewLine && char.IsWhiteSpace(Peek)) _position++;
        return text[start.._position];
    }

    public bool AtUnquoted(bool inKey) => !AtEnd && !AtComment && !char.IsWhiteSpace(Peek) && IsUnquoted(Peek, inKey);

    public string TakeUnquoted(bool inKey)
    {
        var start = _position;
        while (AtUnquoted(inKey)) _position++;
        return text[start.._position];
    }

    public string TakeQuoted()
    {
        if (Take("\"\"\"")) return TakeUntil("\"\"\"");
        _position++;
        var value = new StringBuilder();
        while (!AtEnd && !Take("\""))
        {
            value.Append(Peek == '\\' ? TakeEscape() : text[_position++]);
        }

        return value.ToString();
    }

    public string TakeUntil(string end)
    {
        var start = _position;
        var stop = text.IndexOf(end, start, StringComparison.Ordinal);
        _position = stop < 0 ? text.Length : stop + end.Length;
        return text[start..(stop < 0 ? text.Length : stop)];
    }

    public FormatException UnknownToken()
    {
        var before = text[..Math.Min(_position, text.Length)];
        return new FormatException($"Line {before.Count(c => c == '\n') + 1}, column {before.Length - before.LastIndexOf('\n')} is not understood");
    }

    private static bool IsUnquoted(char c, bool inKey) => !ReservedCharacters.Contains(c) && !(inKey && c == '.');

    private void SkipLine()
    {
        while (!AtEnd && Peek != '\n') _position++;
    }

    private char TakeEscape()
    {
        _position++;
        if (AtEnd) throw UnknownToken();
        var code = text[_position++];
        return code switch
        {
            '"' or '\\' or '/' => code,
            'b' => '\b',
            'f' => '\f',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => TakeHex(),
            _ => throw new FormatException($"There is no escape \\{code}"),
        };
    }

    private char TakeHex()
    {
        const int Digits = 4;
        var hex = text.AsSpan(_position, Math.Min(Digits, text.Length - _position));
        if (!ushort.TryParse(hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
            throw new FormatException("\\u needs four digits");
        _position += hex.Length;
        return (char)value;
    }
}
