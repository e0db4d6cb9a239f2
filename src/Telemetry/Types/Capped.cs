using System.Collections;
using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// What is kept for each name of a dimension, found by key: keys of one name share it, because a metric shows names and
/// must not report one series twice. After <paramref name="limit"/> keys, further ones share what <paramref name="otherwise"/>
/// names and are not remembered, so that memory is bounded whatever comes in. Any thread; a known key is found
/// without a lock, an unknown one beyond the limit too.
/// </summary>
internal sealed class Capped<TKey, TName, TValue>(int limit, Func<TKey, TName> nameOf, Func<TKey, TName> otherwise, Func<TName, TValue> make)
    : IEnumerable<TValue>
    where TKey : notnull
    where TName : notnull
{
    private readonly ConcurrentDictionary<TKey, TValue> _byKey = new();
    private readonly ConcurrentDictionary<TName, TValue> _byName = new();
    private readonly object _adding = new();
    private volatile bool _full = limit <= 0;

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
                    _full = _byKey.Count >= limit;
                    return added;
                }
            }
        }

        // it may have been added since the first look; now that it is full no more are
        return _byKey.TryGetValue(key, out var late) ? late : Named(otherwise(key));
    }

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
