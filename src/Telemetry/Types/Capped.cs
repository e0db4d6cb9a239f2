using System.Collections;
using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// What is kept for each name of a dimension, found by key: keys of one name share it, because a metric shows names and
/// must not report one series twice. After <paramref name="limit"/> keys, further ones share what <paramref name="otherwise"/>
/// names and are not remembered, so that memory is bounded whatever comes in. Any thread; a known key is found
/// without a lock, an unknown one beyond the limit too.
/// </summary>
/// <param name="limit">How many keys.</param>
/// <param name="nameOf">The key's name.</param>
/// <param name="otherwise">The name beyond the limit.</param>
/// <param name="make">Makes what is kept for a name.</param>
/// <param name="lasts">
/// Whether a key may be kept; null: all. One that may not is found by its name each time, and counts towards the limit when the name is new.
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

    /// <summary>Everything made so far; what is made meanwhile may be missing.</summary>
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

        // it may have been added since the first look; now that it is full no more are
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

    // Under the lock. How many a dictionary has is not asked: that takes all its locks.
    private void TakePlace() => _full = --_places <= 0;

    private TValue Named(TName name)
    {
        if (_byName.TryGetValue(name, out var value))
        {
            return value;
        }

        // one at a time, so that a value that others already count in is never replaced; the lock may be held already
        lock (_adding)
        {
            return _byName.GetOrAdd(name, make);
        }
    }
}
