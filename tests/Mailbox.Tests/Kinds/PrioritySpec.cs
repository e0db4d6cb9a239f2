using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>The heap of the priority kinds: order, ties, and a generator that throws.</summary>
public class PrioritySpec
{
    private static StampedEnvelope Envelope(object message) => new(new Envelope(message, ActorRefs.Nobody));

    private static List<object> Drain(EnvelopeHeap heap)
    {
        var messages = new List<object>();
        while (heap.TryTake(out var envelope))
        {
            messages.Add(envelope.Message);
        }

        return messages;
    }

    [Fact]
    public void A_generator_that_throws_while_the_heap_sinks_loses_nothing_and_gives_nothing_twice()
    {
        for (var failing = 1; failing < 60; failing++)
        {
            var asked = int.MinValue;
            var heap = new EnvelopeHeap(message => ++asked == failing ? throw new InvalidOperationException() : (int)message, isStable: true);
            foreach (var number in Enumerable.Range(0, 20))
            {
                heap.TryAdd(Envelope(number));
            }

            asked = 0;
            Assert.Equal(Enumerable.Range(0, 20), Drain(heap).Cast<int>().Order());
            Assert.Equal(0, heap.Count);
        }
    }

    [Fact]
    public void A_message_that_the_generator_cannot_judge_is_given_all_the_same()
    {
        var heap = new EnvelopeHeap(message => message is int number ? number : throw new InvalidOperationException(), isStable: false);
        heap.TryAdd(Envelope(1));
        Assert.Throws<InvalidOperationException>(() => heap.TryAdd(Envelope("no number")));
        heap.TryAdd(Envelope(2));

        Assert.Equal([1, "no number", 2], Drain(heap).OrderBy(message => message is int number ? number : 1.5));
    }

    [Theory]
    [InlineData("priority")]
    [InlineData("stable-priority")]
    public async Task In_a_mailbox_a_generator_that_throws_costs_no_message(string kind)
    {
        const int waiting = 8;
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var throws = false;
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        int Priority(object message) => throws ? throw new InvalidOperationException() : (int)message;
        var queue = new PriorityInstrumentedMessageQueue(instrumentation, owner, Priority, isStable: kind == "stable-priority");
        for (var round = 0; round < 3; round++)
        {
            throws = false;
            for (var i = 0; i < waiting; i++)
            {
                queue.Enqueue(owner, new Envelope(i, owner));
            }

            throws = true;
            var given = new List<object>();
            while (queue.TryDequeue(out var envelope))
            {
                given.Add(envelope.Message);
            }

            Assert.Equal(Enumerable.Range(0, waiting), given.Cast<int>().Order());
        }

        // and when the actor stops, nothing stays behind
        throws = false;
        for (var i = 0; i < waiting; i++)
        {
            queue.Enqueue(owner, new Envelope(i, owner));
        }

        throws = true;
        var rest = new UnboundedMessageQueue();
        queue.CleanUp(owner, rest);
        Assert.Equal((waiting, 0), (rest.Count, queue.Count));
        Assert.Empty(letters);
    }

    [Fact]
    public void A_message_that_was_taken_is_not_kept()
    {
        var heap = new EnvelopeHeap(_ => 0, isStable: false);
        var message = AddAndTake(heap);

        GC.Collect();

        Assert.False(message.IsAlive);
        GC.KeepAlive(heap);

        static WeakReference AddAndTake(EnvelopeHeap heap)
        {
            var message = new object();
            heap.TryAdd(Envelope(message));
            heap.TryTake(out _);
            return new WeakReference(message);
        }
    }
}
