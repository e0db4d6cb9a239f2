namespace Akka.Dispatch.MessageQueues;

/// <summary>A binary heap: the children of element i are 2i + 1 and 2i + 2, and none is smaller than its parent.</summary>
internal sealed class BinaryHeap<T>(Comparison<T> compare, int initialCapacity)
{
    private readonly List<T> _items = new(initialCapacity);

    public int Count => _items.Count;

    public void Add(T item)
    {
        // In before it is compared: when the comparison throws, the item is not lost.
        _items.Add(item);
        for (var i = _items.Count - 1; i > 0;)
        {
            var parent = (i - 1) / 2;
            if (compare(_items[i], _items[parent]) >= 0)
            {
                return;
            }

            Swap(i, parent);
            i = parent;
        }
    }

    public bool TryTake(out T smallest)
    {
        if (_items.Count == 0)
        {
            smallest = default!;
            return false;
        }

        smallest = _items[0];
        var last = _items.Count - 1;
        _items[0] = _items[last];
        _items.RemoveAt(last);
        SinkRoot();
        return true;
    }

    private void SinkRoot()
    {
        for (var i = 0; ;)
        {
            var child = (2 * i) + 1;
            if (child >= _items.Count)
            {
                return;
            }

            if (child + 1 < _items.Count && compare(_items[child + 1], _items[child]) < 0)
            {
                child++;
            }

            if (compare(_items[i], _items[child]) <= 0)
            {
                return;
            }

            Swap(i, child);
            i = child;
        }
    }

    private void Swap(int i, int j) => (_items[i], _items[j]) = (_items[j], _items[i]);
}
