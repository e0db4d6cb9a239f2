using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>The heap of the priority kinds: order, ties, and a generator that throws.</summary>
public class PrioritySpec
{
    private static StampedEnvelope Envelope(object message) => new(new Envelope(message, ActorRefs.Nobody));

    private static List<object> Drain<TNode>(EnvelopeHeap<TNode> heap)
        where TNode : struct, IHeapNode<TNode>
    {
        var messages = new List<object>();
        while (heap.TryTake(out var envelope))
        {
            messages.Add(envelope.Message);
        }

        return messages;
    }

    [Fact]
    public void The_lowest_number_comes_first()
    {
        var heap = new EnvelopeHeap<PriorityNode>(message => (int)message);
        var numbers = Enumerable.Range(0, 1_000).ToArray();
        new Random(1).Shuffle(numbers);

        foreach (var number in numbers)
        {
            heap.Add(Envelope(number));
        }

        Assert.Equal(Enumerable.Range(0, 1_000).Cast<object>(), Drain(heap));
    }

    [Fact]
    public void Stable_means_that_ties_come_in_the_order_of_enqueueing()
    {
        var heap = new EnvelopeHeap<StablePriorityNode>(message => (int)message % 3);
        var numbers = Enumerable.Range(0, 1_000).ToArray();

        foreach (var number in numbers)
        {
            heap.Add(Envelope(number));
        }

        Assert.Equal(numbers.OrderBy(number => number % 3).Cast<object>(), Drain(heap));
    }

    [Fact]
    public void A_generator_that_throws_loses_no_message()
    {
        var throws = false;
        var heap = new EnvelopeHeap<PriorityNode>(message => throws ? throw new InvalidOperationException() : (int)message);
        for (var i = 5; i > 0; i--)
        {
            heap.Add(Envelope(i));
        }

        throws = true;
        Assert.Throws<InvalidOperationException>(() => heap.Add(Envelope(0)));
        throws = false;

        Assert.Equal([0, 1, 2, 3, 4, 5], Drain(heap).Cast<int>().Order());
    }

    [Fact]
    public void A_message_that_was_taken_is_not_kept()
    {
        var heap = new EnvelopeHeap<PriorityNode>(_ => 0);
        var message = AddAndTake(heap);

        GC.Collect();

        Assert.False(message.IsAlive);
        GC.KeepAlive(heap);

        static WeakReference AddAndTake(EnvelopeHeap<PriorityNode> heap)
        {
            var message = new object();
            heap.Add(Envelope(message));
            heap.TryTake(out _);
            return new WeakReference(message);
        }
    }
}
