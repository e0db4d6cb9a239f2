namespace AkkaInstrumentation;

/// <summary>
/// A binary heap with a lock. As in Akka, each comparison calls the generator, because a priority may depend on changing state. If the generator
/// throws, a message stays in the wrong place, but no message is lost. At enqueue the exception goes to the sender, as in Akka's queue, and the
/// message is in the heap. At dequeue the exception is reported and the message is given to the actor. In a run, the exception would end the process
/// or the run, and the next run would meet it again.
/// </summary>
/// <param name="priority">The user's generator. The message for which it returns the lowest number comes first.</param>
/// <param name="isStable">Messages of the same priority come in the order of their enqueue. If not, in the order that the heap produces, as in Akka.</param>
internal sealed class EnvelopeHeap(Func<object, int> priority, bool isStable)
{
    private const int FirstCapacity = 4;

    private Node[] _nodes = [];
    private int _count;
    private bool _closed;
    private long _added;

    public int Count => Volatile.Read(ref _count);

    public bool IsClosed => Volatile.Read(ref _closed);

    /// <summary>False when it is closed. Throws what the generator throws; the message is then in the heap.</summary>
    public bool TryAdd(in StampedEnvelope envelope)
    {
        lock (this)
        {
            if (_closed)
            {
                return false;
            }

            if (_count == _nodes.Length)
            {
                Array.Resize(ref _nodes, Math.Max(FirstCapacity, _count * 2));
            }

            _nodes[_count] = new Node(envelope, ++_added);
            Volatile.Write(ref _count, _count + 1);
            Rise(_count - 1);
            return true;
        }
    }

    public void Close()
    {
        lock (this)
        {
            Volatile.Write(ref _closed, true);
        }
    }

    public bool TryTake(out StampedEnvelope envelope)
    {
        Exception? thrown;
        lock (this)
        {
            if (_count == 0)
            {
                envelope = default;
                return false;
            }

            envelope = _nodes[0].Envelope;
            var last = _count - 1;
            _nodes[0] = _nodes[last];
            _nodes[last] = default;
            Volatile.Write(ref _count, last);
            thrown = Sink(last);
        }

        if (thrown is not null)
        {
            // outside the lock, because this calls a listener
            TelemetryFault.Report(TelemetryFault.Queue, thrown);
        }

        return true;
    }

    /// <summary>Copies messages near the head and returns their number. Any thread. The messages may already have been taken.</summary>
    public int Look(Span<StampedEnvelope> found)
    {
        lock (this)
        {
            var count = Math.Min(_count, found.Length);
            for (var i = 0; i < count; i++)
            {
                found[i] = _nodes[i].Envelope;
            }

            return count;
        }
    }

    private bool IsBefore(in Node one, in Node other)
    {
        var (first, second) = (priority(one.Envelope.Message), priority(other.Envelope.Message));
        return first < second || (isStable && first == second && one.Number < other.Number);
    }

    // The node rises until the one above it is not greater. It is written where it stops, even when the generator throws.
    private void Rise(int index)
    {
        var nodes = _nodes;
        var node = nodes[index];
        try
        {
            while (index > 0)
            {
                var above = (index - 1) / 2;
                if (!IsBefore(node, nodes[above]))
                {
                    break;
                }

                nodes[index] = nodes[above];
                index = above;
            }
        }
        finally
        {
            nodes[index] = node;
        }
    }

    // The first node sinks towards the smaller child, the left one if they are equal. It stops when no child is smaller or the generator throws.
    private Exception? Sink(int count)
    {
        if (count < 2)
        {
            return null;
        }

        var nodes = _nodes;
        var node = nodes[0];
        var index = 0;
        try
        {
            for (var below = 1; below < count; below = (2 * index) + 1)
            {
                if (below + 1 < count && IsBefore(nodes[below + 1], nodes[below]))
                {
                    below++;
                }

                if (!IsBefore(nodes[below], node))
                {
                    break;
                }

                nodes[index] = nodes[below];
                index = below;
            }

            return null;
        }
        catch (Exception e)
        {
            return e;
        }
        finally
        {
            nodes[index] = node;
        }
    }

    private readonly record struct Node(StampedEnvelope Envelope, long Number);
}
