using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>The bound: what fits, who waits, and where the rest goes.</summary>
public class BoundedSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);

    public static TheoryData<string> Kinds { get; } = ["bounded", "bounded-deque"];

    internal static IMessageQueue Queue(string kind, TestSystem system, IActorRef owner, int capacity, TimeSpan pushTimeOut)
    {
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        var bounds = new BoundedSettings(capacity, pushTimeOut);
        return kind switch
        {
            "bounded" => new BoundedInstrumentedMessageQueue(instrumentation, owner, bounds),
            "bounded-deque" => new BoundedDequeInstrumentedMessageQueue(instrumentation, owner, bounds),
            _ => throw new ArgumentOutOfRangeException(nameof(kind)),
        };
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task What_does_not_fit_goes_to_the_dead_letters_with_its_sender_and_receiver(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var sender = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var queue = Queue(kind, system, owner, capacity: 2, TimeSpan.Zero);

        for (var i = 0; i < 4; i++)
        {
            queue.Enqueue(owner, new Envelope(i, sender));
        }

        Assert.Equal(2, queue.Count);
        await Eventually.Equal(2, () => letters.Count);
        Assert.Equal([2, 3], letters.Select(letter => letter.Message));
        Assert.All(letters, letter => Assert.Equal((sender, owner), (letter.Sender, letter.Recipient)));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_place_that_is_left_can_be_taken_again(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var queue = Queue(kind, system, owner, capacity: 1, TimeSpan.Zero);

        for (var i = 0; i < 100; i++)
        {
            queue.Enqueue(owner, new Envelope(i, owner));
            Assert.True(queue.TryDequeue(out var taken));
            Assert.Equal(i, taken.Message);
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_sender_waits_for_a_place_and_gets_it(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var queue = Queue(kind, system, owner, capacity: 1, Long);
        queue.Enqueue(owner, new Envelope(0, owner));

        var sending = Task.Run(() => queue.Enqueue(owner, new Envelope(1, owner)));
        Assert.True(queue.TryDequeue(out _));
        await Eventually.Within(sending);

        Assert.True(queue.TryDequeue(out var second));
        Assert.Equal(1, second.Message);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_sender_waits_for_the_push_time_out_and_no_less(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var letters = Letters.Of(system);
        var patience = TimeSpan.FromMilliseconds(50);
        var queue = Queue(kind, system, owner, capacity: 1, patience);
        queue.Enqueue(owner, new Envelope(0, owner));

        var start = Stopwatch.GetTimestamp();
        queue.Enqueue(owner, new Envelope(1, owner));

        Assert.True(Stopwatch.GetElapsedTime(start) >= patience);
        await Eventually.Equal(1, () => letters.Count);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Waiting_senders_lose_nothing_and_never_exceed_the_capacity(string kind)
    {
        const int Senders = 8;
        const int Each = 100;
        const int Capacity = 3;
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var queue = Queue(kind, system, owner, Capacity, Long);

        var sending = Task.WhenAll(Enumerable.Range(0, Senders).Select(_ => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < Each; i++)
                {
                    queue.Enqueue(owner, new Envelope("message", owner));
                }
            },
            TaskCreationOptions.LongRunning)));

        var received = 0;
        var all = SpinWait.SpinUntil(
            () =>
            {
                while (queue.TryDequeue(out _))
                {
                    Assert.InRange(queue.Count, 0, Capacity);
                    received++;
                }

                return received == Senders * Each;
            },
            Long);
        Assert.True(all, $"{received} arrived");
        await Eventually.Within(sending);
        Assert.False(queue.HasMessages);
    }

    [Fact]
    public async Task What_comes_back_from_the_stash_needs_no_place()
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var queue = Queue("bounded-deque", system, owner, capacity: 1, TimeSpan.Zero);
        queue.Enqueue(owner, new Envelope(1, owner));

        ((Akka.Dispatch.IDequeBasedMessageQueueSemantics)queue).EnqueueFirst(new Envelope(0, owner));

        Assert.True(queue.TryDequeue(out var first));
        Assert.True(queue.TryDequeue(out var second));
        Assert.Equal((0, 1), (first.Message, second.Message));
    }
}
