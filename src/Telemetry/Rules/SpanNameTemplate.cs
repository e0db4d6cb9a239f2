using System.Text;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation;

/// <summary>A span's name with the placeholders <c>{actor}</c> and <c>{message}</c> for the names of the two types.</summary>
internal static partial class SpanNameTemplate
{
    /// <summary>The placeholder for the message's type.</summary>
    public const string Message = "{message}";

    private const string Actor = "{actor}";

    /// <summary>Whether all braces belong to the two placeholders.</summary>
    public static bool IsValid(string template) => Valid().IsMatch(template);

    /// <summary>Other text is copied unchanged, because the text of an attribute is not checked at the start.</summary>
    public static string Fill(string template, string actor, string message)
    {
        var name = template.AsSpan();
        var filled = new StringBuilder();
        while (name.Length > 0)
        {
            // One pass, so that a type's name is never taken for a placeholder.
            if (name.StartsWith(Actor))
            {
                filled.Append(actor);
                name = name[Actor.Length..];
            }
            else if (name.StartsWith(Message))
            {
                filled.Append(message);
                name = name[Message.Length..];
            }
            else
            {
                filled.Append(name[0]);
                name = name[1..];
            }
        }

        return filled.ToString();
    }

    [GeneratedRegex(@"\A(?:[^{}]|\{actor\}|\{message\})+\z")]
    private static partial Regex Valid();
}
