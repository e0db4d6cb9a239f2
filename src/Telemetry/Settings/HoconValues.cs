using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>What reading settings needs of HOCON's values.</summary>
internal static class HoconValues
{
    /// <summary>Not written, or written as <c>null</c>, which is how HOCON takes away what a lower layer says.</summary>
    public static bool IsNothing(this HoconValue? value) => value is null || (value.IsString() && value.GetString() is null);

    /// <summary>A substitution can make a value part of itself. Nothing that is meant is deeper than this.</summary>
    public const int MostDepth = 6;

    /// <summary>Whether there is a value for each key of another section, or something else in the place of a section of it.</summary>
    public static bool HasEveryKeyOf(HoconValue value, HoconValue other) =>
        !other.IsObject()
        || !value.IsObject()
        || other.GetObject().Items.All(item => value.GetChildObject(item.Key) is { } mine && HasEveryKeyOf(mine, item.Value));

    /// <summary>For messages, in one line.</summary>
    public static string Written(this HoconValue value) => value.Written(depth: 0);

    private static string Written(this HoconValue value, int depth)
    {
        if (depth > MostDepth)
        {
            return "...";
        }

        if (value.IsString())
        {
            return value.GetString() is { Length: > 0 } text ? text : "\"\"";
        }

        return value.IsObject() ? $"{{ {string.Join(", ", value.GetObject().Items.Select(item => $"{item.Key} = {item.Value.Written(depth + 1)}"))} }}"
            : $"[{string.Join(", ", value.GetArray().Select(item => item.Written(depth + 1)))}]";
    }
}
