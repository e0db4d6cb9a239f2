using System.Text;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation;

/// <summary>A span's name with <c>{actor}</c> and <c>{message}</c> for the names of the two types.</summary>
internal static partial class SpanNameTemplate
{
    /// <summary>Stands for the message's type.</summary>
    public const string Message = "{message}";

    private const string Actor = "{actor}";

    /// <summary>Whether there is no brace but those of the two placeholders.</summary>
    public static bool IsValid(string template) => Valid().IsMatch(template);

    /// <summary>What is no placeholder is taken as it is: an attribute's text is not checked at start.</summary>
    public static string Fill(string template, string actor, string message)
    {
        var name = template.AsSpan();
        var filled = new StringBuilder();
        while (name.Length > 0)
        {
            // one pass, so that a type's name is never taken for a placeholder
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
