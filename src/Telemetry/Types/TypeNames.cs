using System.Text;

namespace AkkaInstrumentation;

/// <summary>Readable and stable names of types: <c>Outer.Inner</c>, <c>Batch&lt;Order&gt;</c>, <c>Order[]</c>; no namespaces.</summary>
internal static class TypeNames
{
    public static string Of(Type type)
    {
        if (type is { IsGenericType: false, IsNested: false, IsArray: false })
        {
            return type.Name;
        }

        var name = new StringBuilder();
        Append(name, type, type.GetGenericArguments());
        return name.ToString();
    }

    private static void Append(StringBuilder name, Type type, ReadOnlySpan<Type> arguments)
    {
        if (type.IsArray)
        {
            var element = type.GetElementType()!;
            Append(name, element, element.GetGenericArguments());
            name.Append('[').Append(',', type.GetArrayRank() - 1).Append(']');
            return;
        }

        var outer = 0;
        if (type.DeclaringType is { } declaring && !type.IsGenericParameter)
        {
            // a nested type repeats the parameters of the type around it before its own
            outer = declaring.GetGenericArguments().Length;
            Append(name, declaring, arguments[..outer]);
            name.Append('.');
        }

        var tick = type.Name.IndexOf('`', StringComparison.Ordinal);
        name.Append(type.Name, 0, tick < 0 ? type.Name.Length : tick);
        AppendArguments(name, arguments[outer..]);
    }

    private static void AppendArguments(StringBuilder name, ReadOnlySpan<Type> own)
    {
        for (var i = 0; i < own.Length; i++)
        {
            name.Append(i == 0 ? "<" : ", ").Append(Of(own[i]));
        }

        if (own.Length > 0)
        {
            name.Append('>');
        }
    }
}
