namespace AkkaInstrumentation;

/// <summary>
/// The latest items of several owners. If there are too many, the oldest item of the owner with the most is removed, so that no owner pushes out the
/// items of another. Not thread-safe.
/// </summary>
/// <param name="sizeOf">The present size of an item.</param>
internal sealed class FairRing<T>(Func<T, long> sizeOf)
{
    private readonly Dictionary<string, Part> _parts = [];

    /// <summary>Size of all items.</summary>
    public long Size { get; private set; }

    /// <summary>The items, the oldest of each owner first.</summary>
    public IEnumerable<T> Items => _parts.Values.SelectMany(part => part.Items);

    public void Add(string owner, T item)
    {
        if (!_parts.TryGetValue(owner, out var part))
        {
            _parts.Add(owner, part = new());
        }

        part.Items.Enqueue(item);
        Grow(owner, sizeOf(item));
    }

    /// <summary>An item of this owner has grown.</summary>
    public void Grow(string owner, long by)
    {
        _parts[owner].Size += by;
        Size += by;
    }

    /// <summary>Removes the oldest item of the owner with the most. There must be an item.</summary>
    public T TakeFromLargest() => Take(_parts.MaxBy(part => part.Value.Size).Key);

    /// <summary>Removes the items that are too old.</summary>
    public IEnumerable<T> TakeOld(Func<T, bool> isOld)
    {
        foreach (var (owner, part) in _parts.ToList())
        {
            while (part.Items.TryPeek(out var oldest) && isOld(oldest))
            {
                yield return Take(owner);
            }
        }
    }

    private T Take(string owner)
    {
        var part = _parts[owner];
        var item = part.Items.Dequeue();
        Grow(owner, -sizeOf(item));
        if (part.Items.Count == 0)
        {
            _parts.Remove(owner);
        }

        return item;
    }

    private sealed class Part
    {
        public Queue<T> Items { get; } = new();

        public long Size { get; set; }
    }
}
