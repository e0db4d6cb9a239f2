using System.Globalization;
using System.Text;
using System.Text.Json;

namespace AkkaInstrumentation;

/// <summary>
/// Turns an answer of the read API into a short text: a line for each row, with its names and values. Values that are absent, empty, zero or false
/// are left out. A text has a maximum length and says what it leaves out.
/// </summary>
internal sealed class JsonText
{
    /// <summary>The longest text. About 3,000 tokens.</summary>
    public const int MaxLength = 12_000;

    private const int MaxInnerRows = 3;
    private readonly StringBuilder _text = new();
    private int _leftOut;

    public JsonText Line(string line)
    {
        if (_text.Length + line.Length < MaxLength)
        {
            _text.Append(line).Append('\n');
        }
        else
        {
            _leftOut++;
        }

        return this;
    }

    /// <summary>A heading and the first rows of a list.</summary>
    public JsonText Rows(string heading, JsonElement list, int most, params string[] without)
    {
        var count = list.GetArrayLength();
        if (count == 0)
        {
            return Line($"{heading}: none");
        }

        Line($"{heading}: {count}");
        foreach (var row in list.EnumerateArray().Take(most))
        {
            Line($"- {Row(row, without)}");
        }

        return count > most ? Line($"  and {count - most} more") : this;
    }

    /// <summary>Adds the next step for the agent.</summary>
    public string Next(string next) => Cut($"{(_leftOut > 0 ? $"({_leftOut} more lines are left out.)\n" : "")}Next: {next}");

    /// <summary>The names and values of one object.</summary>
    public static string Row(JsonElement row, params string[] without)
    {
        if (row.ValueKind != JsonValueKind.Object)
        {
            return Value("", row) ?? "";
        }

        var parts = new List<string>();
        foreach (var field in row.EnumerateObject().Where(field => !without.Contains(field.Name)))
        {
            if (Value(field.Name, field.Value) is { } value)
            {
                parts.Add($"{NameOf(field.Name)}={value}");
            }
        }

        return string.Join(", ", parts);
    }

    private string Cut(string end) => _text.Append(end).ToString();

    private static string NameOf(string name) =>
        name.EndsWith("Us", StringComparison.Ordinal) ? name[..^2]
        : name.EndsWith("Seconds", StringComparison.Ordinal) && name.Length > "Seconds".Length ? name[..^"Seconds".Length]
        : name;

    private static string? Value(string name, JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.String => value.GetString() is { Length: > 0 } text ? text : null,
        JsonValueKind.Number => Number(name, value.GetDouble()),
        JsonValueKind.True => "yes",
        JsonValueKind.Object => Duration(value) ?? (Row(value) is { Length: > 0 } inner ? $"({inner})" : null),
        JsonValueKind.Array => List(value),
        _ => null,
    };

    private static string? Number(string name, double value) =>
        value == 0 ? null
        : name.EndsWith("Us", StringComparison.Ordinal) ? Milliseconds(value)
        : name.EndsWith("econds", StringComparison.Ordinal) ? string.Create(CultureInfo.InvariantCulture, $"{Math.Round(value, 1)} s")
        : name.EndsWith("Bytes", StringComparison.Ordinal) ? string.Create(CultureInfo.InvariantCulture, $"{Math.Round(value / (1 << 20))} MiB")
        : string.Create(CultureInfo.InvariantCulture, $"{Math.Round(value, 2)}");

    // A duration, as percentiles write it.
    private static string? Duration(JsonElement value) =>
        value.TryGetProperty("us", out var us) && us.ValueKind == JsonValueKind.Number
            ? (value.TryGetProperty("above", out var above) && above.ValueKind == JsonValueKind.True ? ">" : "") + Milliseconds(us.GetDouble())
            : null;

    private static string Milliseconds(double us) => string.Create(CultureInfo.InvariantCulture, $"{Math.Round(us / 1_000, 2)} ms");

    private static string? List(JsonElement list)
    {
        var rows = list.EnumerateArray().ToList();
        if (rows.Count == 0)
        {
            return null;
        }

        // A series of values is reduced to the figures that a reader needs.
        var numbers = rows.Where(row => row.ValueKind == JsonValueKind.Number).Select(row => row.GetDouble()).ToList();
        if (rows.Count > MaxInnerRows && rows.TrueForAll(row => row.ValueKind is JsonValueKind.Number or JsonValueKind.Null))
        {
            return numbers.Count == 0 ? null : string.Create(CultureInfo.InvariantCulture,
                $"[least {Math.Round(numbers.Min(), 2)}, most {Math.Round(numbers.Max(), 2)}, last {Math.Round(numbers[^1], 2)}]");
        }

        var shown = rows.Take(MaxInnerRows).Select(row => Value("", row) ?? "-");
        return $"[{string.Join("; ", shown)}{(rows.Count > MaxInnerRows ? $"; and {rows.Count - MaxInnerRows} more" : "")}]";
    }
}
