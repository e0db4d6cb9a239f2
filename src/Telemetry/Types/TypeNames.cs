namespace AkkaInstrumentation;

/// <summary>
/// Readable and stable names of types: <c>Outer.Inner</c>, <c>Batch&lt;Order&gt;</c>, <c>Order[]</c>; no namespaces. All displayed type names
/// come from here. A name longer than <see cref="MaxLength"/> is cut and ends with <c>~</c> and a hash. The time is bounded even for a type
/// whose full name would fill the memory. Any thread.
/// </summary>
internal static class TypeNames
{
    /// <summary>In characters.</summary>
    public const int MaxLength = 256;

    /// <summary>The character before the hash of a cut name.</summary>
    public const char CutMark = '~';

    // The mark and eight hexadecimal digits.
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

    /// <summary>The same without the enclosing types: <c>Inner</c>.</summary>
    public static string Own(Type type)
    {
        var name = new TypeNameWriter(stackalloc char[MaxLength]);
        name.AppendOwn(type);
        return Finished(name, type);
    }

    /// <summary>
    /// The name with namespace, as .NET writes it: <c>Shop.Outer+Inner</c>. The OpenTelemetry conventions require this for <c>error.type</c>.
    /// </summary>
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

    // Not between the two halves of a surrogate pair, which exporters could not write.
    private static string Cut(ReadOnlySpan<char> name, Type type)
    {
        var length = MaxLength - HashLength;
        return $"{name[..(char.IsHighSurrogate(name[length - 1]) ? length - 1 : length)]}{CutMark}{TypeHash.Of(type):x8}";
    }
}
