using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>The table of the settings of one section: the properties of a type that have a <see cref="SettingAttribute"/>, in their order.</summary>
/// <typeparam name="T">The settings that are read from the section.</typeparam>
internal static class SettingsTable<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>
    where T : notnull
{
    public static IReadOnlyList<SettingRow> Rows { get; } =
    [
        .. from property in typeof(T).GetProperties()
           let row = property.GetCustomAttribute<SettingAttribute>()
           where row is not null
           select new SettingRow(property, row),
    ];

    /// <summary>The keys of all rows.</summary>
    public static IEnumerable<string> Keys => Rows.Select(row => row.Key);

    /// <summary>Reads a section. Each wrong value becomes a problem, with path, value and what is allowed.</summary>
    /// <param name="settings">Receives the values.</param>
    /// <param name="path">The section's path.</param>
    /// <param name="find">Finds the value of a key.</param>
    /// <param name="problems">Receives the problems.</param>
    /// <param name="decode">Applied to each text; null where texts are as they are written.</param>
    public static T Read(
        T settings, string path, Func<string, HoconValue?> find, SettingsProblems problems, Func<string, string>? decode = null)
    {
        object read = settings;
        foreach (var row in Rows)
        {
            row.Read(read, path, find(row.Key), problems, decode);
        }

        return (T)read;
    }
}

/// <summary>A row of the table: one setting.</summary>
internal sealed class SettingRow(PropertyInfo property, SettingAttribute row)
{
    private readonly Type _type = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;

    public string Key => row.Key;

    public bool IsFixed => row.IsFixed;

    /// <summary>The allowed values, in the words of the error message.</summary>
    public string Allowed => row.Allowed ?? Describe();

    private bool IsOptional => _type != property.PropertyType;

    /// <summary>Sets the property. A missing value is a problem, unless the property is null without it.</summary>
    public void Read(object settings, string path, HoconValue? value, SettingsProblems problems, Func<string, string>? decode)
    {
        if (!value.IsNothing() && Parse(value, decode) is { } read)
        {
            property.SetValue(settings, read);
        }
        else if (!value.IsNothing() || (property.GetValue(settings) is not null && !problems.IsBelowValue($"{path}.{Key}")))
        {
            var written = value.Written();
            problems.Add($"{path}.{Key}", $" = {decode?.Invoke(written) ?? written}, allowed {Allowed}");
        }
    }

    /// <summary>Whether two settings have different values.</summary>
    public bool Differs(object one, object other) => property.GetValue(one) is IEnumerable<string> list
        ? !list.SequenceEqual((IEnumerable<string>)property.GetValue(other)!)
        : !Equals(property.GetValue(one), property.GetValue(other));

    private string Describe()
    {
        var words = _type.IsEnum ? [.. Enum.GetNames(_type).Select(KebabCase.From)] : new[] { "on", "off" };
        var word = row.Word is null ? "" : $"{row.Word} or ";
        var number = _type == typeof(int) ? "whole number" : "number";
        var range = FormattableString.Invariant($"from {row.Min} to {row.Max}");
        return _type.Name switch
        {
            _ when _type.IsEnum && IsOptional => $"are {string.Join(", ", words)}",
            _ when _type.IsEnum || _type == typeof(bool) => $"are {string.Join(", ", words[..^1])} and {words[^1]}",
            nameof(TimeSpan) => $"is {word}a duration from {row.Min}ms to 1h",
            _ when IsOptional => $"are {number}s {range}",
            _ => $"is {word}a {number} {range}",
        };
    }

    // Null if the value is not allowed. JSON's true and false arrive with a capital letter, and words may be written as in C#.
    private object? Parse(HoconValue value, Func<string, string>? decode)
    {
        var text = value.IsString() ? decode?.Invoke(value.GetString()) ?? value.GetString() : null;
        var word = text?.ToLowerInvariant() switch { "true" or "yes" => "on", "false" or "no" => "off", var other => other };
        var isWord = row.Word is not null && row.Word == word;
        return _type.Name switch
        {
            _ when _type.IsEnum => Array.Find(Enum.GetNames(_type), name => IsSame(name, word)) is { } name ? Enum.Parse(_type, name) : null,
            nameof(Boolean) => word == "on" ? true : word == "off" ? false : null,
            nameof(TimeSpan) when isWord => Timeout.InfiniteTimeSpan,
            nameof(TimeSpan) => DurationOf(value) is { } duration && IsAllowed(duration.TotalMilliseconds) ? duration : null,
            nameof(Double) when isWord => word == "off" ? double.PositiveInfinity : double.NaN,
            nameof(Double) => NumberOf<double>(text),
            nameof(String) => !string.IsNullOrWhiteSpace(text) && (!row.IsTemplate || SpanNameTemplate.IsValid(text)) ? text : null,
            nameof(Int32) => NumberOf<int>(text),
            _ => IdsOf(value),
        };
    }

    private static bool IsSame(string name, string? word) =>
        name.Equals(word?.Replace("-", "", StringComparison.Ordinal), StringComparison.OrdinalIgnoreCase);

    private bool IsAllowed(double number) => number >= row.Min && number <= row.Max;

    private T? NumberOf<T>(string? text)
        where T : struct, INumber<T> =>
        T.TryParse(text, typeof(T) == typeof(double) ? NumberStyles.Float : NumberStyles.Integer, CultureInfo.InvariantCulture, out var number)
        && IsAllowed(double.CreateChecked(number)) ? number : null;

    // Reads a duration as .NET writes it, or as HOCON does. HOCON throws various exceptions if the text is no duration.
    private static TimeSpan? DurationOf(HoconValue value)
    {
        if (value.IsString() && TimeSpan.TryParseExact(value.GetString(), "c", CultureInfo.InvariantCulture, out var duration)
            && value.GetString().Contains(':', StringComparison.Ordinal))
        {
            return duration;
        }

        try
        {
            return value.GetTimeSpan(allowInfinite: false);
        }
        catch (Exception e) when (e is FormatException or ConfigurationException or OverflowException or ArgumentException)
        {
            return null;
        }
    }

    // HOCON does not treat an empty list as an array.
    private static IReadOnlyList<string>? IdsOf(HoconValue value) =>
        value.IsObject() || value.IsString() || value.GetStringList() is not { } ids || ids.Any(string.IsNullOrWhiteSpace) ? null
        : ids.Count == 0 ? []
        : ids is [InstrumentationSettings.EveryDispatcherId] ? InstrumentationSettings.EveryDispatcher
        : [.. ids];
}
