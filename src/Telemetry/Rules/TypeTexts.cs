using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>The words that a rule can know a type by. Asked once for each type and rule, so it may allocate.</summary>
internal static class TypeTexts
{
    /// <summary>
    /// <c>Outer.Inner</c>, <c>Inner</c>, <c>Shop.Outer.Inner</c> and as .NET writes it <c>Shop.Outer+Inner</c>; of a generic type
    /// also <c>Shop.Batch`1</c>.
    /// </summary>
    public static IEnumerable<string> Names(Type type)
    {
        var readable = TypeNames.Of(type);
        yield return readable;
        yield return Own(readable);
        yield return type.Namespace is { } space ? $"{space}.{readable}" : readable;
        if ((type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).FullName is { } full)
        {
            yield return full;
        }
    }

    /// <summary>The type's namespace and those around it.</summary>
    public static IEnumerable<string> Namespaces(Type type)
    {
        for (var space = type.Namespace; space is not null;)
        {
            yield return space;
            var dot = space.LastIndexOf('.');
            space = dot < 0 ? null : space[..dot];
        }
    }

    public static IEnumerable<string> Assemblies(Type type) => type.Assembly.GetName().Name is { } name ? [name] : [];

    /// <summary>Names of the type itself, its base classes and its interfaces.</summary>
    public static IEnumerable<string> Implemented(Type type) => BaseTypes(type).Concat(NamedTypes.InterfacesOf(type)).SelectMany(Names);

    /// <summary>
    /// Names of the attributes on the type, on its base classes where they are inherited, and on its interfaces, with and without
    /// the ending <c>Attribute</c>. Read as metadata: no attribute's constructor runs.
    /// </summary>
    public static IEnumerable<string> Attributes(Type type) => BaseTypes(type).Concat(NamedTypes.InterfacesOf(type))
        .SelectMany(owner => CustomAttributeData.GetCustomAttributes(owner)
            .Select(data => data.AttributeType)
            .Where(attribute => owner == type || IsInherited(attribute)))
        .Distinct()
        .SelectMany(Names)
        .SelectMany(name => name.EndsWith(nameof(Attribute), StringComparison.Ordinal) ? [name, name[..^nameof(Attribute).Length]] : new[] { name });

    private static bool IsInherited(Type attribute) => attribute.GetCustomAttribute<AttributeUsageAttribute>(inherit: true)?.Inherited ?? true;

    private static IEnumerable<Type> BaseTypes(Type type)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            yield return current;
        }
    }

    // what follows the last dot that is not inside the type arguments
    private static string Own(string readable)
    {
        var depth = 0;
        for (var i = readable.Length - 1; i >= 0; i--)
        {
            depth += readable[i] switch { '>' => 1, '<' => -1, _ => 0 };
            if (depth == 0 && readable[i] == '.')
            {
                return readable[(i + 1)..];
            }
        }

        return readable;
    }
}
