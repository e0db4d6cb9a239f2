using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation;

/// <summary>
/// The question of a request: a view, and the values of the parameters that the view knows. Other parameters are ignored, so they do not lead to
/// separate answers.
/// </summary>
internal sealed class ViewQuestion
{
    private readonly (string Name, string Value)[] _values;

    public ViewQuestion(string view, params (string Name, string Value)[] values)
    {
        _values = values;
        View = view;
        Rank = view == "status" ? AnswerRank.Status
            : Array.TrueForAll(values, value => value.Value.Length == 0) ? AnswerRank.View
            : AnswerRank.Search;
        Key = view + string.Concat(values.Select(value => $" {value.Value.Length}:{value.Value}"));
    }

    public string View { get; }

    /// <summary>A key that is the same for the same question, however it is written.</summary>
    public string Key { get; }

    public AnswerRank Rank { get; }

    /// <summary>The value of a parameter that the view knows; empty if it is absent.</summary>
    public string this[string name] => _values.First(value => value.Name == name).Value;

    /// <summary>The same; null if it is absent.</summary>
    public string? Given(string name) => this[name] is { Length: > 0 } value ? value : null;

    /// <summary>Whether a text is longer than every path and every name.</summary>
    public bool IsTooLong => Array.Exists(_values, value => value.Value.Length > value.Name switch
    {
        "find" => 200,
        "path" or "type" or "name" or "actor" or "message" or "root" or "after" => 1_000,
        _ => int.MaxValue,
    });

    public static ViewQuestion From(string view, IEnumerable<string> parameters, IQueryCollection query) =>
        new(view, [.. parameters.Select(name => (name, query[name].ToString()))]);
}
