using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Helpers for reading HOCON values.</summary>
internal static class HoconValues
{
    /// <summary>Whether a value is missing, or is <c>null</c>, which removes a value of a lower layer in HOCON.</summary>
    public static bool IsNothing(this HoconValue? value) => value is null || (value.IsString() && value.GetString() is null);

    /// <summary>Limit of the depth, because a substitution can make a value part of itself. No valid value is deeper than this.</summary>
    public const int MaxDepth = 6;

    /// <summary>Whether there is a value for each key of another section. A value that is no section also counts for all keys of a section.</summary>
    public static bool HasEveryKeyOf(HoconValue value, HoconValue other)
    {
        if (!other.IsObject() || !value.IsObject())
        {
            return true;
        }

        foreach (var (key, theirs) in other.GetObject().Items)
        {
            if (value.GetChildObject(key) is not { } mine || !HasEveryKeyOf(mine, theirs))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The value in one line, for messages.</summary>
    public static string Written(this HoconValue value) => value.Written(depth: 0);

    private static string Written(this HoconValue value, int depth)
    {
        if (depth > MaxDepth)
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
