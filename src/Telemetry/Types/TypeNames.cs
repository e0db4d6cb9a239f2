namespace AkkaInstrumentation;

/// <summary>
/// Readable and stable names of types: <c>Outer.Inner</c>, <c>Batch&lt;Order&gt;</c>, <c>Order[]</c>; no namespaces. All displayed type names
/// come from here. A name longer than <see cref="MaxLength"/> is cut and ends with <c>~</c> and a hash of what is missing, as far as it is written. The time is bounded even for a type
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

    // So much of a long name is written and goes into its hash.
    private const int MaxWritten = 1_024;

    public static string Of(Type type)
    {
        if (type is { IsGenericType: false, IsNested: false, IsArray: false })
        {
            return Shortened(type.Name);
        }

        var name = new TypeNameWriter(stackalloc char[MaxWritten]);
        name.Append(type);
        return Shortened(name.Text);
    }

    /// <summary>The same without the enclosing types: <c>Inner</c>.</summary>
    public static string Own(Type type)
    {
        var name = new TypeNameWriter(stackalloc char[MaxWritten]);
        name.AppendOwn(type);
        return Shortened(name.Text);
    }

    /// <summary>
    /// The name with namespace, as .NET writes it: <c>Shop.Outer+Inner</c>. The OpenTelemetry conventions require this for <c>error.type</c>.
    /// </summary>
    public static string Full(Type type)
    {
        if (type is { IsConstructedGenericType: false, IsArray: false })
        {
            return Shortened(type.FullName ?? type.Name);
        }

        var name = new TypeNameWriter(stackalloc char[MaxWritten]);
        name.AppendFull(type);
        return Shortened(name.Text);
    }

    private static string Shortened(string name) => name.Length <= MaxLength ? name : Shortened(name.AsSpan());

    // Not cut between the two halves of a surrogate pair, which exporters could not write.
    private static string Shortened(ReadOnlySpan<char> name)
    {
        if (name.Length <= MaxLength)
        {
            return name.ToString();
        }

        // FNV-1a, which is the same in every process.
        var hash = 2166136261;
        foreach (var character in name[..Math.Min(name.Length, MaxWritten)])
        {
            hash = (hash ^ character) * 16777619u;
        }

        var length = MaxLength - HashLength;
        return $"{name[..(char.IsHighSurrogate(name[length - 1]) ? length - 1 : length)]}{CutMark}{hash:x8}";
    }
}

/// <summary>Names that represent no single type. They start with an underscore, because no .NET convention starts a type's name with one.</summary>
internal static class FoldedNames
{
    /// <summary>Types beyond the cap of their dimension.</summary>
    public const string Other = "_other";

    /// <summary>Exception types beyond the cap or unknown: the value that the OpenTelemetry conventions reserve for <c>error.type</c>.</summary>
    public const string OtherError = "_OTHER";

    /// <summary>Messages that wrap another one (<see cref="Akka.Actor.IWrappedMessage"/>) but do not return it.</summary>
    public const string Wrapper = "_wrapper";

    /// <summary>A message that was sent without a sender.</summary>
    public const string None = "_none";

    /// <summary>An actor of another process.</summary>
    public const string Remote = "_remote";

    /// <summary>A reference under <c>/temp</c>, which waits for the answer to an <c>Ask</c>.</summary>
    public const string Ask = "_ask";

    /// <summary>The common path for all references under <c>/temp</c>. Each has a different path and lives for one answer.</summary>
    public const string AskPath = "/temp/_ask";

    /// <summary>The actor's type is unknown: there is no actor at that path, or it stopped before there was a listener.</summary>
    public const string Unknown = "_unknown";
}
