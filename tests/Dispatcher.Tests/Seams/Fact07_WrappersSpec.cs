using Akka.Actor;
using Akka.Actor.Scheduler;
using Akka.Event;
using Akka.Routing;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 7 about Akka.NET 1.5: a queue may see a wrapper where the actor sees the user's message.</summary>
public sealed class Fact07_WrappersSpec
{
    [Fact]
    public async Task A_scheduled_message_waits_in_a_wrapper_and_is_current_and_handled_without_it()
    {
        await using var system = SeamSystem.Create();
        var handled = new TaskCompletionSource<(object? Current, object Handled)>(TaskCreationOptions.RunContinuationsAsynchronously);
        var actor = system.ActorOf((context, message) => handled.TrySetResult((((ActorCell)context).CurrentMessage, message)));
        var queue = await system.AtRest(actor);
        var message = new object();

        system.System.Scheduler.ScheduleTellOnce(TimeSpan.Zero, actor, message, ActorRefs.NoSender);
        var seen = await Eventually.Within(handled.Task);

        Assert.Same(message, seen.Handled);
        Assert.Same(message, seen.Current);
        var waited = Assert.Single(queue.EnqueuedBy.Keys, key => key is not Identify);
        Assert.Same(message, Assert.IsAssignableFrom<IScheduledTellMsg>(waited).Message);
    }

    [Fact]
    public void Wrappers_tell_their_message_by_one_of_two_types()
    {
        var message = new object();

        Assert.Same(message, new ActorSelectionMessage(message, [], false) is IWrappedMessage wrapped ? wrapped.Message : null);
        Assert.True(typeof(IWrappedMessage).IsAssignableFrom(typeof(IScheduledTellMsg)));
        Assert.Same(message, new Broadcast(message) is RouterEnvelope envelope ? envelope.Message : null);
    }

    [Fact]
    public void A_dead_letter_is_a_wrapper_by_type_too() =>
        Assert.True(typeof(IWrappedMessage).IsAssignableFrom(typeof(AllDeadLetters)));
}
