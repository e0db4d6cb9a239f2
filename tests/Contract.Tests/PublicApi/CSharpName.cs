using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>A type as C# writes it, with its namespace unless it is ours, and with the question marks of references.</summary>
internal static class CSharpName
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(void)] = "void", [typeof(object)] = "object", [typeof(string)] = "string", [typeof(bool)] = "bool",
        [typeof(char)] = "char", [typeof(byte)] = "byte", [typeof(sbyte)] = "sbyte", [typeof(short)] = "short",
        [typeof(ushort)] = "ushort", [typeof(int)] = "int", [typeof(uint)] = "uint", [typeof(long)] = "long",
        [typeof(ulong)] = "ulong", [typeof(float)] = "float", [typeof(double)] = "double", [typeof(decimal)] = "decimal",
    };

    public static string Of(Type type, NullabilityInfo? nullability = null)
    {
        if (type.IsByRef)
        {
            return Of(type.GetElementType()!, nullability);
        }

        if (Nullable.GetUnderlyingType(type) is { } value)
        {
            return $"{Of(value)}?";
        }

        var mark = !type.IsValueType && nullability?.ReadState == NullabilityState.Nullable ? "?" : "";
        return type.IsArray
            ? $"{Of(type.GetElementType()!, nullability?.ElementType)}[{new string(',', type.GetArrayRank() - 1)}]{mark}"
            : $"{Named(type, nullability)}{mark}";
    }

    /// <summary>The name alone, as a constructor has it.</summary>
    public static string Simple(Type type) => type.Name.Split('`')[0];

    private static string Named(Type type, NullabilityInfo? nullability)
    {
        if (type.IsGenericParameter)
        {
            return type.Name;
        }

        if (Keywords.TryGetValue(type, out var keyword))
        {
            return keyword;
        }

        var around = type.IsNested ? $"{Of(type.DeclaringType!)}." : type.Namespace == nameof(AkkaInstrumentation) ? "" : $"{type.Namespace}.";
        var arguments = type.GetGenericArguments().Skip(type.DeclaringType?.GetGenericArguments().Length ?? 0).ToList();
        var states = nullability?.GenericTypeArguments ?? [];
        var written = arguments.Select((argument, index) => Of(argument, index < states.Length ? states[index] : null));
        return $"{around}{Simple(type)}{(arguments.Count == 0 ? "" : $"<{string.Join(", ", written)}>")}";
    }
}
