namespace AkkaInstrumentation;

/// <summary>
/// Writes the name of a type into a buffer, as far as it fits. Every level of type arguments writes something before it goes
/// deeper, and nothing is written beyond the buffer. So depth and time are bounded for any type.
/// </summary>
internal ref struct TypeNameWriter(Span<char> buffer)
{
    private readonly Span<char> _buffer = buffer;
    private int _length;

    public readonly ReadOnlySpan<char> Text => _buffer[.._length];

    private readonly bool IsFull => _length == _buffer.Length;

    /// <summary>Writes the readable name, without namespaces.</summary>
    public void Append(Type type) => Append(type, isOwn: false);

    /// <summary>The same without the enclosing types.</summary>
    public void AppendOwn(Type type) => Append(type, isOwn: true);

    /// <summary>Writes the name as in <see cref="Type.FullName"/>.</summary>
    public void AppendFull(Type type)
    {
        var element = Element(type, out var ranks);
        var definition = element.IsConstructedGenericType ? element.GetGenericTypeDefinition() : element;
        Append(definition.FullName ?? definition.Name);
        var opening = "[[";
        foreach (var argument in element.IsConstructedGenericType ? element.GetGenericArguments() : [])
        {
            if (IsFull)
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
            // A nested type repeats the type parameters of the enclosing type before its own.
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
        for (var i = 0; i < own.Length && !IsFull; i++)
        {
            Append(i == 0 ? "<" : ", ");
            Append(own[i]);
        }

        if (own.Length > 0)
        {
            Append(">");
        }
    }

    // For arrays of arrays: the name begins with the innermost element type, so the ranks are collected before anything is written.
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
        while (ranks?.TryPop(out var rank) == true && !IsFull)
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
    }
}
