namespace AkkaInstrumentation;

/// <summary>
/// Readable and stable names of types: <c>Outer.Inner</c>, <c>Batch&lt;Order&gt;</c>, <c>Order[]</c>; no namespaces. The one place that
/// names types for people: what is longer than <see cref="MaxLength"/> ends with <c>~</c> and a hash. Takes no longer for a type whose name would
/// fill the memory. Any thread.
/// </summary>
internal static class TypeNames
{
    /// <summary>In characters.</summary>
    public const int MaxLength = 256;

    /// <summary>Stands before the hash of what was too long.</summary>
    public const char CutMark = '~';

    // the mark and eight hexadecimal digits
    private const int HashLength = 9;

    public static string Of(Type type)
    {
        if (type is { IsGenericType: false, IsNested: false, IsArray: false })
        {
            return Shortened(type.Name, type);
        }

        var name = new TypeNameWriter(stackalloc char[MaxLength]);
        name.Append(type);
        return Finished(name, type);
    }

    /// <summary>The same without the types around it: <c>Inner</c>.</summary>
    public static string Own(Type type)
    {
        var name = new TypeNameWriter(stackalloc char[MaxLength]);
        name.AppendOwn(type);
        return Finished(name, type);
    }

    /// <summary>With namespace, as .NET writes it: <c>Shop.Outer+Inner</c>. What the OpenTelemetry conventions ask for in <c>error.type</c>.</summary>
    public static string Full(Type type)
    {
        if (type is { IsConstructedGenericType: false, IsArray: false })
        {
            return Shortened(type.FullName ?? type.Name, type);
        }

        var name = new TypeNameWriter(stackalloc char[MaxLength]);
        name.AppendFull(type);
        return Finished(name, type);
    }

    private static string Finished(in TypeNameWriter name, Type type) => name.IsCut ? Cut(name.Text, type) : name.Text.ToString();

    private static string Shortened(string name, Type type) => name.Length <= MaxLength ? name : Cut(name, type);

    // not between the two halves of a character, which exporters could not write
    private static string Cut(ReadOnlySpan<char> name, Type type)
    {
        var length = MaxLength - HashLength;
        return $"{name[..(char.IsHighSurrogate(name[length - 1]) ? length - 1 : length)]}{CutMark}{TypeHash.Of(type):x8}";
    }
}
