using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Makes and reads trees of HOCON values, without text in between.</summary>
internal static class HoconTree
{
    /// <summary>Limit of the depth, because a substitution can make a value part of itself. No valid value is deeper than this.</summary>
    public const int MaxDepth = 6;

    public static HoconValue Create(string text) => Value(new HoconLiteral { Value = text });

    public static HoconValue Create(IEnumerable<string> texts)
    {
        var array = new HoconArray();
        array.AddRange(texts.Select(Create));
        return Value(array);
    }

    public static HoconValue Create(HoconObject section) => Value(section);

    /// <summary>A section with keys as they are written.</summary>
    public static HoconValue Create(IEnumerable<(string Key, string? Text)> items)
    {
        var section = new HoconObject();
        foreach (var (key, text) in items)
        {
            section.Items[key] = Create(text ?? "");
        }

        return Create(section);
    }

    /// <summary>A configuration with one section. It is empty if the section is empty.</summary>
    public static Config Config(string path, HoconObject section) =>
        Config(Enumerable.Reverse(path.Split('.')).Aggregate(section, (inner, key) => new HoconObject().With(key, inner)));

    /// <summary>A configuration with these sections at its root.</summary>
    public static Config Config(HoconObject root) => new(new HoconRoot(Create(root)));

    /// <summary>Adds a section, unless it is empty: an empty section would hide a wrong value in its place.</summary>
    public static HoconObject With(this HoconObject section, string key, HoconObject inner)
    {
        if (inner.Items.Count > 0)
        {
            section.Items[key] = Create(inner);
        }

        return section;
    }

    /// <summary>Whether a value is missing, or is <c>null</c>, which removes a value of a lower layer in HOCON.</summary>
    public static bool IsNothing([NotNullWhen(false)] this HoconValue? value) => value is null || (value.IsString() && value.GetString() is null);

    /// <summary>The items of a section; none for another value.</summary>
    public static Dictionary<string, HoconValue> ItemsOf(HoconValue? value) => value is not null && value.IsObject() ? value.GetObject().Items : [];

    /// <summary>The values that are no sections, each with its path.</summary>
    /// <param name="value">The section.</param>
    /// <param name="isClosed">Whether to leave out what is below a path.</param>
    /// <param name="path">The section's path.</param>
    /// <param name="depth">The section's depth.</param>
    public static IEnumerable<KeyValuePair<string, HoconValue>> Leaves(
        HoconValue value, Predicate<string>? isClosed = null, string path = "", int depth = 0) =>
        isClosed?.Invoke(path) == true ? []
        : value.IsObject() && depth <= MaxDepth
            ? value.GetObject().Items.SelectMany(item => Leaves(item.Value, isClosed, path.Length == 0 ? item.Key : $"{path}.{item.Key}", depth + 1))
            : [new(path, value)];

    /// <summary>The value in one line, for messages.</summary>
    public static string Written(this HoconValue? value, int depth = 0) =>
        depth > MaxDepth ? "..."
        : value.IsNothing() ? "null"
        : value.IsString() ? value.GetString() is { Length: > 0 } text ? text : "\"\""
        : value.IsObject() ? $"{{ {string.Join(", ", value.GetObject().Items.Select(item => $"{item.Key} = {item.Value.Written(depth + 1)}"))} }}"
        : $"[{string.Join(", ", value.GetArray().Select(item => item.Written(depth + 1)))}]";

    /// <summary>A value for display, with quotes only where they are needed.</summary>
    public static string Readable(HoconValue value) =>
        !value.IsString() ? $"[{string.Join(", ", value.GetStringList().Select(Quoted))}]"
        : value.GetString() is { Length: > 0 } text && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.') ? text
        : Quoted(value.GetString());

    /// <summary>Whether a key needs no quotes, in HOCON or elsewhere.</summary>
    public static bool IsPlainKey(string key) => key.Length > 0 && key.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_');

    private static HoconValue Value(IHoconElement element)
    {
        var value = new HoconValue();
        value.AppendValue(element);
        return value;
    }

    private static string Quoted(string? text) =>
        $"\"{text?.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
}

/// <summary>
/// Converts an object with options into a section of HOCON. The name of a property is the key. Properties that are null are not set, and neither are
/// empty lists of patterns. Properties of other types have no key. Values are checked when the settings are read.
/// </summary>
internal static class OptionsTree
{
    private const DynamicallyAccessedMemberTypes Needed = DynamicallyAccessedMemberTypes.PublicProperties;

    /// <param name="options">The options.</param>
    /// <param name="encode">Applied to each text.</param>
    public static HoconObject Read<[DynamicallyAccessedMembers(Needed)] T>(T options, Func<string, string>? encode = null)
    {
        var section = new HoconObject();
        foreach (var property in typeof(T).GetProperties())
        {
            var value = property.GetValue(options);
            var isUnsetPattern = property.PropertyType == typeof(IList<string>) && value is IList<string> { Count: 0 };
            if (!isUnsetPattern && ValueOf(value, encode) is { } written)
            {
                section.Items.Add(KebabCase.From(property.Name), written);
            }
        }

        return section;
    }

    // An enumeration's value without a name is written as its number, which the reader refuses.
    private static HoconValue? ValueOf(object? value, Func<string, string>? encode) => value switch
    {
        bool on => HoconTree.Create(RuleKeys.Word(on)),
        double.PositiveInfinity => HoconTree.Create("off"),
        double number => HoconTree.Create(number.ToString("R", CultureInfo.InvariantCulture)),
        int number => HoconTree.Create(number.ToString(CultureInfo.InvariantCulture)),
        TimeSpan time when time == Timeout.InfiniteTimeSpan => HoconTree.Create("off"),
        TimeSpan time => HoconTree.Create(string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.###}ms")),
        Enum word => HoconTree.Create(RuleKeys.Word(word)),
        string text => HoconTree.Create(encode?.Invoke(text) ?? text),
        IDictionary<string, string> { Count: > 0 } named => HoconTree.Create(named.Select(item => (item.Key, (string?)item.Value))),
        IEnumerable<string> texts => HoconTree.Create(texts.Select(text => text ?? "")),
        _ => null,
    };
}
