using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// The texts in which nodes ask and answer each other. Every version of Akka can serialize texts: <c>? version number question</c>,
/// <c>! version number answer</c>, and <c>* version number news</c>, whose answer has no text. Other answers are JSON, and empty when there is
/// nothing to show. The asking node chooses the number.
/// </summary>
/// <param name="Version">The version of the question or of the node that answers.</param>
/// <param name="Number">The question's number.</param>
/// <param name="Text">The question or the answer.</param>
internal readonly record struct NodeWords(int Version, int Number, string Text)
{
    /// <summary>A node of another version answers without text.</summary>
    public const int Current = 1;

    private const char AsksWith = '?';
    private const char AnswersWith = '!';
    private const char TellsWith = '*';

    public string AsQuestion() => Written(AsksWith);

    public string AsAnswer() => Written(AnswersWith);

    public string AsNews() => Written(TellsWith);

    public static NodeWords? ReadNews(string message) => Read(message, TellsWith);

    public static NodeWords? ReadQuestion(string message) => Read(message, AsksWith);

    public static NodeWords? ReadAnswer(string message) => Read(message, AnswersWith);

    private string Written(char kind) => string.Create(CultureInfo.InvariantCulture, $"{kind} {Version} {Number} {Text}");

    private static NodeWords? Read(string message, char kind) =>
        message.Split(' ', 4) is [[var first], var version, var number, var text] && first == kind
        && int.TryParse(version, NumberStyles.None, CultureInfo.InvariantCulture, out var ofVersion)
        && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var ofNumber)
            ? new NodeWords(ofVersion, ofNumber, text)
            : null;
}
