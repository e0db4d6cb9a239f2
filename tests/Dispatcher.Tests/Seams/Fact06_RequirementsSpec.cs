using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>Fact 6 about Akka.NET 1.5: requirement bindings decide the mailbox before the default does.</summary>
public sealed class Fact06_RequirementsSpec
{
    private const string DefaultIsOurs = $"akka.actor.default-mailbox.mailbox-type = \"{RecordingMailbox.TypeName}\"";

    [Fact]
    public async Task An_actor_that_requires_nothing_gets_the_default_mailbox()
    {
        await using var system = Systems.Plain(DefaultIsOurs);

        Assert.IsType<RecordingQueue>(await QueueOf(system, Echo.Props));
    }

    [Fact]
    public async Task An_actor_that_stashes_gets_the_mailbox_bound_to_deques_whatever_the_default_is()
    {
        await using var system = Systems.Plain(DefaultIsOurs);

        Assert.IsType<UnboundedDequeMessageQueue>(await QueueOf(system, Props.Create(() => new Stashing())));
    }

    [Fact]
    public async Task The_binding_of_deques_is_a_mailbox_id_whose_type_can_be_replaced()
    {
        await using var system = Systems.Plain(
            $"akka.actor.mailbox.unbounded-deque-based.mailbox-type = \"{RecordingMailbox.TypeName}\"");

        Assert.IsType<RecordingQueue>(await QueueOf(system, Props.Create(() => new Stashing())));
        Assert.IsType<UnboundedMessageQueue>(await QueueOf(system, Echo.Props));
    }

    [Fact]
    public async Task A_mailbox_given_by_Props_wins_over_the_binding()
    {
        await using var system = Systems.Plain($"mine.mailbox-type = \"{RecordingMailbox.TypeName}\"");

        Assert.IsType<RecordingQueue>(await QueueOf(system, Props.Create(() => new Stashing()).WithMailbox("mine")));
    }

    [Fact]
    public async Task Every_queue_type_that_Akka_binds_is_bound_to_an_id_under_akka_actor_mailbox()
    {
        await using var system = Systems.Plain();
        var requirements = system.System.Settings.Config.GetConfig("akka.actor.mailbox.requirements").Root.GetObject();

        Assert.Equal(
            [
                "Akka.Dispatch.IBoundedDequeBasedMessageQueueSemantics -> akka.actor.mailbox.bounded-deque-based",
                "Akka.Dispatch.IBoundedMessageQueueSemantics -> akka.actor.mailbox.bounded-queue-based",
                "Akka.Dispatch.IDequeBasedMessageQueueSemantics -> akka.actor.mailbox.unbounded-deque-based",
                "Akka.Dispatch.IMultipleConsumerSemantics -> akka.actor.mailbox.unbounded-queue-based",
                "Akka.Dispatch.IUnboundedDequeBasedMessageQueueSemantics -> akka.actor.mailbox.unbounded-deque-based",
                "Akka.Dispatch.IUnboundedMessageQueueSemantics -> akka.actor.mailbox.unbounded-queue-based",
                "Akka.Event.ILoggerMessageQueueSemantics -> akka.actor.mailbox.logger-queue",
            ],
            requirements.Items
                .Select(item => $"{item.Key.Trim('"').Split(',')[0]} -> {item.Value.GetString()}")
                .Order(StringComparer.Ordinal));
    }

    private static async Task<IMessageQueue> QueueOf(TestSystem system, Props props)
    {
        var actor = system.ActorOf(props);
        await actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromSeconds(20));
        return actor.Cell().Mailbox!.MessageQueue;
    }

    private sealed class Stashing : UntypedActor, IWithUnboundedStash
    {
        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message)
        {
        }
    }
}
