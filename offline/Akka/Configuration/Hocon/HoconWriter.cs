using System.Text;

namespace Akka.Configuration.Hocon;

/// <summary>Writes a value as Akka prints it; the braces of the outermost object are left out.</summary>
internal static class HoconWriter
{
    private const string NewLine = "\r\n";

    public static string Write(HoconValue value, int indent)
    {
        var text = new StringBuilder();
        Write(text, value, indent);
        return text.ToString();
    }

    private static void Write(StringBuilder text, HoconValue value, int indent)
    {
        if (value.GetObject() is { } members)
        {
            if (indent > 0) text.Append('{').Append(NewLine);
            Write(text, members, indent);
            if (indent > 0) text.Append(' ', indent * 2).Append('}');
        }
        else if (value.IsArray())
        {
            text.Append('[');
            var separator = "";
            foreach (var element in value.GetArray())
            {
                text.Append(separator);
                Write(text, element, indent + 1);
                separator = ",";
            }

            text.Append(']');
        }
        else
        {
            text.Append(value.IsString() ? Quoted(value.GetString()) : "(nothing)");
        }
    }

    private static void Write(StringBuilder text, HoconObject members, int indent)
    {
        foreach (var (key, value) in members.Items)
        {
            text.Append(' ', (indent + 1) * 2).Append(Quoted(key)).Append(" : ");
            Write(text, value, indent + 1);
            text.Append(NewLine);
        }
    }

    private static string? Quoted(string? text) => text is not null && text.AsSpan().ContainsAny(' ', '\t') ? $"\"{text}\"" : text;
}
