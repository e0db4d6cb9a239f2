using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace AkkaInstrumentation;

/// <summary>What the nodes of a cluster send each other, as JSON.</summary>
internal static class NodeAnswers
{
    /// <summary>
    /// Reads the answer of another node. Null when it is empty; the answer of another version may be something else than this one expects.
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

    /// <summary>The elements of a list of another node that this version can read. In another version's list one can be missing.</summary>
    public static IEnumerable<T> Known<T>(IEnumerable<T?>? some)
        where T : class => (some ?? []).OfType<T>();

    /// <summary>What fits into an answer to another node.</summary>
    /// <param name="view">The answer.</param>
    /// <param name="type">How it becomes JSON.</param>
    /// <param name="shorten">Makes a shorter answer of one that is too long.</param>
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
