using System.Collections;
using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// One value for each name of a dimension, found by key. Keys with the same name share a value, because a metric shows names and
/// must not report one series twice. After <paramref name="limit"/> keys, new keys share the value of the name that <paramref name="otherwise"/>
/// returns, and are not stored. So memory is bounded for any input. Any thread. A look-up takes no lock for a known key,
/// nor for an unknown one beyond the limit.
/// </summary>
/// <param name="limit">Maximum number of keys.</param>
/// <param name="nameOf">Returns the key's name.</param>
/// <param name="otherwise">Returns the name for keys beyond the limit.</param>
/// <param name="make">Makes the value for a name.</param>
/// <param name="lasts">
/// Whether a key may be stored; null: all. Other keys are found by their name each time. They count towards the limit when the name is new.
/// </param>
internal sealed class Capped<TKey, TName, TValue>(
    int limit, Func<TKey, TName> nameOf, Func<TKey, TName> otherwise, Func<TName, TValue> make, Func<TKey, bool>? lasts = null)
    : IEnumerable<TValue>
    where TKey : notnull
    where TName : notnull
{
    private readonly ConcurrentDictionary<TKey, TValue> _byKey = new();
    private readonly ConcurrentDictionary<TName, TValue> _byName = new();
    private volatile int _places = limit;

    /// <summary>All values so far. Values that are added during the enumeration may be missing.</summary>
    public IEnumerator<TValue> GetEnumerator() => _byName.Select(item => item.Value).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public TValue For(TKey key) =>
        _byKey.TryGetValue(key, out var known) ? known
        : lasts?.Invoke(key) == false ? ForName(key, nameOf(key))
        : _places > 0 ? ForNew(key, nameOf(key))
        // It may have got one of the last places since the first look-up.
        : _byKey.TryGetValue(key, out known) ? known
        : Named(otherwise(key));

    private TValue ForNew(TKey key, TName name)
    {
        lock (_byKey)
        {
            if (_byKey.TryGetValue(key, out var known))
            {
                return known;
            }

            return _places-- > 0 ? _byKey[key] = Named(name) : Full(key);
        }
    }

    // The key must not be stored.
    private TValue ForName(TKey key, TName name)
    {
        if (_byName.TryGetValue(name, out var known))
        {
            return known;
        }

        lock (_byKey)
        {
            return _byName.TryGetValue(name, out known) ? known : _places-- > 0 ? Named(name) : Full(key);
        }
    }

    private TValue Full(TKey key)
    {
        _places = 0;
        return Named(otherwise(key));
    }

    // One thread at a time makes a value, so that one already in use is never replaced. The caller may hold the lock already.
    private TValue Named(TName name)
    {
        if (_byName.TryGetValue(name, out var value))
        {
            return value;
        }

        lock (_byKey)
        {
            return _byName.GetOrAdd(name, make);
        }
    }
}
