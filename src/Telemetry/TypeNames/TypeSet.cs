using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A set of types that are like most others, so that nothing else has to be kept about them. A type takes 11 to 22 bytes here, which is little beside
/// .NET's own data about it. When three quarters of the longest array are full, the set starts again with the types that are in use by then. So there
/// may be any number of types, and each is examined only once in a long time. Types that can be unloaded do not belong here. Any thread. A look-up
/// takes no lock.
/// </summary>
/// <param name="longest">Places at most, a power of two. The default has 196,608 types and takes 2 MB.</param>
internal sealed class TypeSet(int longest = 262_144)
{
    private const int Shortest = 64;

    private readonly object _adding = new();

    // Each type is in the first free place, counted from the place of its hash. A place is written once, and a longer array replaces one that is
    // three quarters full. So a reader sees a type in its place, or does not see it yet.
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

    // The place of the type, or the free place where it belongs.
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
