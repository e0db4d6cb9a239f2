using System.Text;

namespace AkkaInstrumentation;

/// <summary>The last messages of an actor as text: one line each, the latest first, up to a length.</summary>
internal static class LastMessageLines
{
    /// <summary>Characters of a text, apart from its last line, which says how many messages did not fit.</summary>
    public const int MaxLength = 8_192;

    public static string Of(IReadOnlyList<AkkaRecordedMessage> messages)
    {
        var text = new StringBuilder();
        for (var i = 0; i < messages.Count; i++)
        {
            var line = messages[i].ToString();
            if (text.Length + line.Length + 1 > MaxLength)
            {
                return text.Append(i > 0 ? "\n" : "").Append("and ").Append(messages.Count - i).Append(" earlier ones").ToString();
            }

            text.Append(i > 0 ? "\n" : "").Append(line);
        }

        return text.ToString();
    }
}
