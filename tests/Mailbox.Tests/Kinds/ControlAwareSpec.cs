using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>Control messages come before all others; both sorts keep their own order.</summary>
public class ControlAwareSpec
{
    [Theory]
    [InlineData("unbounded-control-aware")]
    [InlineData("bounded-control-aware")]
    public async Task Control_messages_come_first(string kind)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var queue = QueueKind.Of(kind).Instrumented(InstrumentationExtension.For(system.System), owner);

        foreach (var message in new object[] { 1, new Control(2), 3, new Control(4), 5 })
        {
            queue.Enqueue(owner, new Envelope(message, owner));
        }

        Assert.Equal(5, queue.Count);
        Assert.Equal([new Control(2), new Control(4), 1, 3, 5], Drain(queue));
        Assert.False(queue.HasMessages);
    }

    [Theory]
    [InlineData(InstrumentationConfig.UnboundedControlAwareMailboxId)]
    [InlineData(InstrumentationConfig.BoundedControlAwareMailboxId)]
    public async Task An_excluded_actor_has_the_same_order(string id)
    {
        await using var system = Systems.WithIds("akka.instrumentation { tracing.enabled = off, metrics.enabled = off }");
        var actor = system.ActorOf(Echo.Props);

        // not the queue of the actor's own mailbox: its first run, which starts the actor, may still be under way and take them
        var queue = system.System.Mailboxes.Lookup(id).Create(actor, system.System);
        Assert.False(queue is IRecordedQueue);

        queue.Enqueue(actor, new Envelope(1, ActorRefs.Nobody));
        queue.Enqueue(actor, new Envelope(new Control(2), ActorRefs.Nobody));

        Assert.Equal([new Control(2), 1], Drain(queue));
    }

    private static List<object> Drain(IMessageQueue queue)
    {
        var messages = new List<object>();
        while (queue.TryDequeue(out var envelope))
        {
            messages.Add(envelope.Message);
        }

        return messages;
    }

    private sealed record Control(int Number) : IControlMessage;
}
