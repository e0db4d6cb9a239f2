using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// An object with options as a section of HOCON: the name of a property is the key. Properties that are null are not set, and neither are empty
/// lists of patterns. Properties of other types have no key. Values are checked when the settings are read.
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
