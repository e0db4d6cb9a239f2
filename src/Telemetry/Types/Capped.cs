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
    private readonly object _adding = new();
    private volatile bool _full = limit <= 0;
    private int _places = limit;

    public TValue For(TKey key) => _byKey.TryGetValue(key, out var known) ? known : ForCore(key);

    /// <summary>All values so far. Values that are added during the enumeration may be missing.</summary>
    public IEnumerator<TValue> GetEnumerator()
    {
        foreach (var item in _byName)
        {
            yield return item.Value;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private TValue ForCore(TKey key)
    {
        if (lasts?.Invoke(key) == false)
        {
            return ForPassing(key);
        }

        if (!_full)
        {
            lock (_adding)
            {
                if (_byKey.TryGetValue(key, out var known))
                {
                    return known;
                }

                if (!_full)
                {
                    var added = Named(nameOf(key));
                    _byKey[key] = added;
                    TakePlace();
                    return added;
                }
            }
        }

        // Another thread may have added it since the first look-up. It is full now, so no more are added.
        return _byKey.TryGetValue(key, out var late) ? late : Named(otherwise(key));
    }

    private TValue ForPassing(TKey key)
    {
        var name = nameOf(key);
        if (_byName.TryGetValue(name, out var known))
        {
            return known;
        }

        lock (_adding)
        {
            if (_byName.TryGetValue(name, out known))
            {
                return known;
            }

            if (_full)
            {
                return Named(otherwise(key));
            }

            TakePlace();
            return Named(name);
        }
    }

    // Under the lock. The dictionary's count is not used, because reading it takes all the dictionary's locks.
    private void TakePlace() => _full = --_places <= 0;

    private TValue Named(TName name)
    {
        if (_byName.TryGetValue(name, out var value))
        {
            return value;
        }

        // One thread at a time, so that a value already in use is never replaced. The caller may hold the lock already.
        lock (_adding)
        {
            return _byName.GetOrAdd(name, make);
        }
    }
}
