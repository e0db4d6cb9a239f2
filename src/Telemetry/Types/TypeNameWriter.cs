namespace AkkaInstrumentation;

/// <summary>
/// Writes the name of a type into a buffer, as much of it as fits. Every level of type arguments writes something before it goes
/// deeper and nothing is written beyond the buffer, so the depth and the time are bounded whatever the type.
/// </summary>
internal ref struct TypeNameWriter(Span<char> buffer)
{
    private readonly Span<char> _buffer = buffer;
    private int _length;

    public readonly ReadOnlySpan<char> Text => _buffer[.._length];

    /// <summary>There is more than fits.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Readable, without namespaces.</summary>
    public void Append(Type type) => Append(type, isOwn: false);

    /// <summary>The same without the types around it.</summary>
    public void AppendOwn(Type type) => Append(type, isOwn: true);

    /// <summary>As <see cref="Type.FullName"/> is.</summary>
    public void AppendFull(Type type)
    {
        var element = Element(type, out var ranks);
        var definition = element.IsConstructedGenericType ? element.GetGenericTypeDefinition() : element;
        Append(definition.FullName ?? definition.Name);
        var opening = "[[";
        foreach (var argument in element.IsConstructedGenericType ? element.GetGenericArguments() : [])
        {
            if (IsCut)
            {
                return;
            }

            Append(opening);
            AppendFull(argument);
            Append(", ");
            Append(argument.Assembly.FullName);
            opening = "],[";
        }

        Append(element.IsConstructedGenericType ? "]]" : "");
        AppendRanks(ranks);
    }

    private void Append(Type type, bool isOwn)
    {
        var element = Element(type, out var ranks);
        AppendElement(element, element.IsGenericType ? element.GetGenericArguments() : [], isOwn);
        AppendRanks(ranks);
    }

    private void AppendElement(Type type, ReadOnlySpan<Type> arguments, bool isOwn)
    {
        var outer = 0;
        if (!type.IsGenericParameter && type.DeclaringType is { } declaring)
        {
            // a nested type repeats the parameters of the type around it before its own
            outer = declaring.IsGenericType ? declaring.GetGenericArguments().Length : 0;
            if (!isOwn)
            {
                AppendElement(declaring, arguments[..outer], isOwn: false);
                Append(".");
            }
        }

        var name = type.Name.AsSpan();
        var tick = name.IndexOf('`');
        Append(tick < 0 ? name : name[..tick]);
        AppendArguments(arguments[outer..]);
    }

    private void AppendArguments(ReadOnlySpan<Type> own)
    {
        for (var i = 0; i < own.Length && !IsCut; i++)
        {
            Append(i == 0 ? "<" : ", ");
            Append(own[i]);
        }

        if (own.Length > 0)
        {
            Append(">");
        }
    }

    // Arrays of arrays one after the other: nothing is written until the innermost is known.
    private static Type Element(Type type, out Stack<int>? ranks)
    {
        ranks = null;
        for (; type.IsArray; type = type.GetElementType()!)
        {
            (ranks ??= []).Push(type.GetArrayRank());
        }

        return type;
    }

    private void AppendRanks(Stack<int>? ranks)
    {
        while (ranks?.TryPop(out var rank) == true && !IsCut)
        {
            Append("[");
            for (var comma = 1; comma < rank; comma++)
            {
                Append(",");
            }

            Append("]");
        }
    }

    private void Append(ReadOnlySpan<char> text)
    {
        var fits = Math.Min(text.Length, _buffer.Length - _length);
        text[..fits].CopyTo(_buffer[_length..]);
        _length += fits;
        IsCut |= fits < text.Length;
    }
}
