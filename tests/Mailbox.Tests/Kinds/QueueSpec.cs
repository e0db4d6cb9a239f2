using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>The instrumented queues beside Akka's own: the same messages in the same order, to the last one.</summary>
public class QueueSpec
{
    public static TheoryData<string> Kinds => [.. QueueKind.OfAkka.Select(kind => kind.Name)];

    // Where it is not stable, ties of priorities have no order.
    public static TheoryData<string> KindsInOrder =>
        [.. QueueKind.All.Select(kind => kind.Name).Where(name => name != "priority")];

    private static (IMessageQueue Instrumented, IMessageQueue Plain) Queues(string name, TestSystem system, IActorRef owner)
    {
        var kind = QueueKind.Of(name);
        return (kind.Instrumented(AkkaInstrumentationExtension.For(system.System), owner), kind.Plain());
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task They_behave_like_Akkas_own_under_a_random_script(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        using var metrics = new MetricRecorder(system);
        var (instrumented, plain) = Queues(kind, system, owner);
        var random = new Random(1);

        for (var i = 0; i < 10_000; i++)
        {
            var envelope = new Envelope(i, owner);
            switch (random.Next(5))
            {
                case 0 or 1:
                    instrumented.Enqueue(owner, envelope);
                    plain.Enqueue(owner, envelope);
                    break;
                case 2 when instrumented is IDequeBasedMessageQueueSemantics deque:
                    deque.EnqueueFirst(envelope);
                    ((IDequeBasedMessageQueueSemantics)plain).EnqueueFirst(envelope);
                    break;
                default:
                    Assert.Equal(plain.TryDequeue(out var expected), instrumented.TryDequeue(out var actual));
                    Assert.Equal((expected.Message, expected.Sender), (actual.Message, actual.Sender));
                    break;
            }

            Assert.Equal((plain.Count, plain.HasMessages), (instrumented.Count, instrumented.HasMessages));
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task What_waits_when_the_actor_stops_goes_to_the_dead_letters_in_order(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var (instrumented, plain) = Queues(kind, system, owner);
        for (var i = 0; i < 100; i++)
        {
            instrumented.Enqueue(owner, new Envelope(i, owner));
            plain.Enqueue(owner, new Envelope(i, owner));
        }

        var (mine, theirs) = (new UnboundedMessageQueue(), new UnboundedMessageQueue());
        instrumented.CleanUp(owner, mine);
        plain.CleanUp(owner, theirs);

        Assert.False(instrumented.HasMessages);
        Assert.Equal(Drain(theirs), Drain(mine));
    }

    [Theory]
    [MemberData(nameof(KindsInOrder))]
    public async Task Many_senders_lose_nothing_and_each_keeps_its_order(string kind)
    {
        const int Senders = 8;
        const int Each = 50_000;
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        using var metrics = new MetricRecorder(system.Name, name => name == AkkaMetricNames.ActorMessages);
        var queue = Queues(kind, system, owner).Instrumented;

        var sending = Enumerable.Range(0, Senders).Select(sender => Task.Run(() =>
        {
            for (var i = 0; i < Each; i++)
            {
                queue.Enqueue(owner, new Envelope((sender, i), owner));
                while (queue.Count > QueueKind.Capacity / 2)
                {
                    Thread.Yield();
                }
            }
        })).ToArray();

        var next = new int[Senders];
        for (var received = 0; received < Senders * Each;)
        {
            if (queue.TryDequeue(out var envelope))
            {
                var (sender, number) = ((int, int))envelope.Message;
                Assert.Equal(next[sender]++, number);
                received++;
            }
        }

        await Task.WhenAll(sending);
        Assert.False(queue.TryDequeue(out _));
        Assert.Equal(0, queue.Count);
    }

    private static List<object> Drain(UnboundedMessageQueue queue)
    {
        var messages = new List<object>();
        while (queue.TryDequeue(out var envelope))
        {
            messages.Add(envelope.Message);
        }

        return messages;
    }
}
