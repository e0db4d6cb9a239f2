using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Remembers a limited number of types: 4,096 in 32 KB, allocated for the first type. A type has eight possible places, which are one cache
/// line. When all are taken, a new type replaces one. A replaced type is evaluated again and stored again. Any thread, without a lock: if two
/// threads write to one place, the later type is remembered.
/// </summary>
internal sealed class KnownTypes
{
    private const int Rows = 512;
    private const int RowLength = 8;

    private Type?[]? _types;

    public bool Contains(Type type) =>
        Volatile.Read(ref _types) is { } types && PlaceOf(types, type, RowOf(type)) >= 0;

    public void Add(Type type)
    {
        var types = Volatile.Read(ref _types) ?? Interlocked.CompareExchange(ref _types, new Type?[Rows * RowLength], null) ?? _types;
        var row = RowOf(type);
        if (PlaceOf(types, type, row) < 0)
        {
            var free = PlaceOf(types, null, row);
            types[free >= 0 ? free : row + ((RuntimeHelpers.GetHashCode(type) / Rows) & (RowLength - 1))] = type;
        }
    }

    private static int RowOf(Type type) => (RuntimeHelpers.GetHashCode(type) & (Rows - 1)) * RowLength;

    private static int PlaceOf(Type?[] types, Type? type, int row)
    {
        for (var place = row; place < row + RowLength; place++)
        {
            if (ReferenceEquals(types[place], type))
            {
                return place;
            }
        }

        return -1;
    }
}
