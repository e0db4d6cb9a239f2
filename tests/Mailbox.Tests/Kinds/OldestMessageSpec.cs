namespace AkkaInstrumentation.Tests;

/// <summary>The age of the oldest message, and who sent what waits.</summary>
public class OldestMessageSpec
{
    public static TheoryData<bool, int, long> Waiting { get; } = new()
    {
        { false, 0, 5 },
        { false, 63, 5 },
        { false, 64, 0 },
        { true, 0, 5 },
        { true, 62, 5 },
    };

    [Theory]
    [MemberData(nameof(Waiting))]
    public async Task It_is_the_first_message_with_a_time_among_the_first_64(bool byPriority, int withoutTime, long expected)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var queue = new Queue(AkkaInstrumentationExtension.For(system.System), owner, byPriority ? new PriorityStore(_ => 0) : null);
        Assert.Equal(0, queue.OldestEnqueuedAt());

        for (var i = 0; i < withoutTime; i++)
        {
            queue.Put(owner, new StampedEnvelope(new Envelope("message", owner)));
        }

        queue.Put(owner, new StampedEnvelope(new Envelope("message", owner), 5, null));
        queue.Put(owner, new StampedEnvelope(new Envelope("message", owner), 9, null));

        Assert.Equal(expected, queue.OldestEnqueuedAt());
        Assert.Equal(Enumerable.Repeat(owner, Math.Min(64, withoutTime + 2)), queue.Senders().Select(waiting => waiting.Sender));
    }

    private sealed class Queue(AkkaInstrumentationExtension system, IActorRef owner, PriorityStore? priorities)
        : InstrumentedMessageQueue(system, owner, priorities: priorities)
    {
        public void Put(IActorRef receiver, StampedEnvelope envelope) => Add(receiver, envelope);
    }
}
