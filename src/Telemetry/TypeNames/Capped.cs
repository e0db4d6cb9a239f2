using System.Collections;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// One value for each name of a dimension. After <paramref name="limit"/> names, new names share the value of the name that
/// <paramref name="otherwise"/> returns, and are not stored. So memory is bounded for any input. Any thread. A look-up takes no lock for a known
/// name, nor for an unknown one beyond the limit.
/// </summary>
/// <param name="limit">Maximum number of names.</param>
/// <param name="otherwise">Returns the name that stands for one beyond the limit.</param>
/// <param name="make">Makes the value for a name.</param>
internal sealed class Capped<TName, TValue>(int limit, Func<TName, TName> otherwise, Func<TName, TValue> make) : IEnumerable<TValue>
    where TName : notnull
{
    private readonly ConcurrentDictionary<TName, TValue> _values = new();
    private volatile bool _isFull;

    /// <summary>All values so far. Values that are added during the enumeration may be missing.</summary>
    public IEnumerator<TValue> GetEnumerator() => _values.Select(static named => named.Value).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public TValue For(TName name)
    {
        // Read first: once it is full, no name gets a value of its own any more.
        var isFull = _isFull;
        return _values.TryGetValue(name, out var known) || (isFull && _values.TryGetValue(otherwise(name), out known)) ? known : Add(name);
    }

    // One thread at a time adds a name, so that a value already in use is never replaced.
    private TValue Add(TName name)
    {
        lock (_values)
        {
            if (_values.TryGetValue(name, out var known))
            {
                return known;
            }

            _isFull |= _values.Count >= limit;
            return _values.GetOrAdd(_isFull ? otherwise(name) : name, make);
        }
    }
}

/// <summary>
/// A cache of values by type that can be computed again, with bounded memory. Types with the usual value take little memory, so any number of them is
/// kept (<see cref="TypeSet"/>). When there is no place left for other types, their values are computed each time, and the cost grows with their
/// share of the messages. Once a minute a full cache starts again, with the types that are in use by then. For a type whose assembly can be unloaded,
/// the value is attached to the type and does not keep it alive; that is slower. Any thread. A known value is found without a lock and without
/// allocation.
/// </summary>
/// <param name="make">Makes an unknown value. If two threads make one at once, one of the two is kept.</param>
/// <param name="max">Maximum number of types with other values than the usual one.</param>
/// <param name="clock">Milliseconds that only grow; null for the system's.</param>
/// <param name="places">For a cache that each message reads: the number of places for the first types, a power of two.</param>
/// <param name="usual">The value that nearly all types have; null if there is none. <paramref name="make"/> returns this very object then.</param>
internal sealed class TypeCache<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TValue>(
    Func<Type, TValue> make, int max = 4_096, Func<long>? clock = null, int places = 1, TValue? usual = null)
    where TValue : class
{
    private const long LastsMilliseconds = 60_000;

    private readonly Func<long> _clock = clock ?? (static () => Environment.TickCount64);
    private readonly ConcurrentDictionary<Type, TValue> _lasting = new(concurrencyLevel: 1, capacity: 4);
    private readonly ConditionalWeakTable<Type, TValue> _collectible = [];
    private readonly TypeSet? _usual = usual is null ? null : new();
    private long _fullSince;

    // Indexed by the type's hash. A type whose place is taken is looked up in the dictionary, so that two types never take a place from each other.
    private readonly Place?[] _places = new Place?[places];

    public TValue For(Type type) =>
        _places[RuntimeHelpers.GetHashCode(type) & (places - 1)] is { } place && ReferenceEquals(place.Type, type) ? place.Value : Find(type);

    private TValue Find(Type type) => _usual?.Contains(type) == true ? usual!
        : _lasting.TryGetValue(type, out var known) || (type.IsCollectible && _collectible.TryGetValue(type, out known)) ? known
        : Add(type);

    private TValue Add(Type type)
    {
        var made = make(type);
        if (type.IsCollectible)
        {
            return _collectible.GetValue(type, _ => made);
        }

        if (ReferenceEquals(made, usual))
        {
            _usual!.Add(type);
        }
        else if (_lasting.Count < max)
        {
            Volatile.Write(ref _fullSince, _clock());
            made = _lasting.GetOrAdd(type, made);
        }
        else
        {
            // A race of two threads may clear it twice, which is harmless.
            if (_clock() - Volatile.Read(ref _fullSince) > LastsMilliseconds)
            {
                _lasting.Clear();
            }

            return made;
        }

        Interlocked.CompareExchange(ref _places[RuntimeHelpers.GetHashCode(type) & (places - 1)], new Place(type, made), null);
        return made;
    }

    private sealed record Place(Type Type, TValue Value);
}
