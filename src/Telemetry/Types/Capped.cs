using System.Collections;
using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// One value for each name of a dimension. After <paramref name="limit"/> names, new names share the value of the name that <paramref name="otherwise"/>
/// returns, and are not stored. So memory is bounded for any input. Any thread. A look-up takes no lock for a known name,
/// nor for an unknown one beyond the limit.
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
    public IEnumerator<TValue> GetEnumerator() => _values.Select(item => item.Value).GetEnumerator();

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
