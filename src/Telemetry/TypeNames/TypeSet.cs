using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Types about which nothing has to be known but that they are like most others. A type takes 11 to 22 bytes here, which is little beside what
/// .NET itself keeps of it. When three quarters of the longest array are full, the set begins anew with the types in use by then. So there may be any
/// number of types, and each is looked at once in a long time. Types that can be unloaded do not belong here. Any thread. A look-up takes no lock.
/// </summary>
/// <param name="longest">Places at most, a power of two. The default has 196,608 types and takes 2 MB.</param>
internal sealed class TypeSet(int longest = 262_144)
{
    private const int Shortest = 64;

    private readonly object _adding = new();

    // Each type is in the first free place from that of its hash on. A place is written once, and a longer array replaces one that is three quarters
    // full. So readers see each type in its place, or not yet.
    private Type?[] _places = [];
    private int _count;

    public bool Contains(Type type)
    {
        var places = Volatile.Read(ref _places);
        return places.Length > 0 && Volatile.Read(ref places[PlaceOf(places, type)]) is not null;
    }

    public void Add(Type type)
    {
        lock (_adding)
        {
            if (_count == longest / 4 * 3)
            {
                (_places, _count) = ([], 0);
            }

            if (_count == _places.Length / 4 * 3)
            {
                Lengthen();
            }

            ref var place = ref _places[PlaceOf(_places, type)];
            if (place is null)
            {
                Volatile.Write(ref place, type);
                _count++;
            }
        }
    }

    private void Lengthen()
    {
        var longer = new Type?[Math.Max(Shortest, 2 * _places.Length)];
        foreach (var type in _places)
        {
            if (type is not null)
            {
                longer[PlaceOf(longer, type)] = type;
            }
        }

        Volatile.Write(ref _places, longer);
    }

    // That of the type, or the free one where it belongs.
    private static int PlaceOf(Type?[] places, Type type)
    {
        var place = RuntimeHelpers.GetHashCode(type) & (places.Length - 1);
        while (Volatile.Read(ref places[place]) is { } other && !ReferenceEquals(other, type))
        {
            place = (place + 1) & (places.Length - 1);
        }

        return place;
    }
}
