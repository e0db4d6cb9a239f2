using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace AkkaInstrumentation;

/// <summary>The answers that the nodes of a cluster send each other, as JSON.</summary>
internal static class NodeAnswers
{
    /// <summary>
    /// Reads the answer of another node. Null when it is empty, or when another version sends something that this version cannot read.
    /// </summary>
    public static T? Read<T>(JsonElement? content, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return content is { ValueKind: JsonValueKind.Object } some ? some.Deserialize(type) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>The elements of another node's list that this version can read. In a list of another version, an element may be null.</summary>
    public static IEnumerable<T> Known<T>(IEnumerable<T?>? some)
        where T : class => (some ?? []).OfType<T>();

    /// <summary>Shortens an answer to another node until it fits.</summary>
    /// <param name="view">The answer.</param>
    /// <param name="type">The JSON type information.</param>
    /// <param name="shorten">Returns a shorter answer.</param>
    public static JsonElement Fitting<T>(T view, JsonTypeInfo<T> type, Func<T, T> shorten)
    {
        while (true)
        {
            var json = JsonSerializer.SerializeToElement(view, type);
            if (json.GetRawText().Length <= NodeQuestions.LongestAnswer)
            {
                return json;
            }

            view = shorten(view);
        }
    }
}
