using System.Globalization;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace AkkaInstrumentation;

/// <summary>
/// What a request asks: a view, and the values of the parameters that the view knows. Other parameters are not in it, so they make no other answer.
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
        var key = new StringBuilder(view);
        foreach (var (_, value) in values)
        {
            key.Append(CultureInfo.InvariantCulture, $" {value.Length}:{value}");
        }

        Key = key.ToString();
    }

    public string View { get; }

    /// <summary>The same for the same question, however it is written.</summary>
    public string Key { get; }

    public AnswerRank Rank { get; }

    /// <summary>The value of a parameter that the view knows; empty if it is absent.</summary>
    public string this[string name] => _values.First(value => value.Name == name).Value;

    public static ViewQuestion Of(string view, IEnumerable<string> parameters, IQueryCollection query) =>
        new(view, [.. parameters.Select(name => (name, query[name].ToString()))]);
}
