using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>The words by which a rule can match a type. Called once for each type and rule, so it may allocate.</summary>
internal static class TypeTexts
{
    /// <summary>
    /// <c>Outer.Inner</c>, <c>Inner</c>, <c>Shop.Outer.Inner</c> and, as .NET writes it, <c>Shop.Outer+Inner</c>; for a generic type
    /// also <c>Shop.Batch`1</c>. Long names are cut in the same way as everywhere.
    /// </summary>
    public static IEnumerable<string> Names(Type type)
    {
        var readable = TypeNames.Get(type);
        yield return readable;
        yield return type is { IsNested: false, IsArray: false } ? readable : TypeNames.Own(type);
        yield return type.Namespace is { } space ? $"{space}.{readable}" : readable;
        yield return type.IsArray ? TypeNames.Full(type) : (type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).FullName
            ?? readable;
    }

    /// <summary>The type's namespace and its parent namespaces.</summary>
    public static IEnumerable<string> Namespaces(Type type)
    {
        for (var space = type.Namespace; space is not null;)
        {
            yield return space;
            var dot = space.LastIndexOf('.');
            space = dot < 0 ? null : space[..dot];
        }
    }

    /// <summary>The simple name of the type's assembly.</summary>
    public static string Assembly(Type type) => type.Assembly.GetName().Name ?? "";

    /// <summary>The type, its base classes and its interfaces.</summary>
    public static IEnumerable<Type> Implemented(Type type) => BaseTypes(type).Concat(NamedTypes.InterfacesOf(type));

    /// <summary>
    /// Names of the attributes on the type, on its base classes if the attributes are inherited, and on its interfaces, with and without
    /// the ending <c>Attribute</c>. They are read as metadata: no attribute's constructor runs.
    /// </summary>
    public static IEnumerable<string> Attributes(Type type) => Implemented(type)
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
}
