namespace AkkaInstrumentation.Tests;

/// <summary>A system whose every default mailbox is replaced, system actors included: it starts, runs, logs, stashes, stops.</summary>
public class EveryDefaultSpec
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private const string All = "akka.instrumentation.system-actors = on";

    public static TheoryData<Type, Type> Requirements { get; } = new()
    {
        { typeof(Requires<IUnboundedMessageQueueSemantics>), typeof(UnboundedInstrumentedMessageQueue) },
        { typeof(Requires<IBoundedMessageQueueSemantics>), typeof(BoundedInstrumentedMessageQueue) },
        { typeof(Requires<IDequeBasedMessageQueueSemantics>), typeof(UnboundedDequeInstrumentedMessageQueue) },
        { typeof(Requires<IUnboundedDequeBasedMessageQueueSemantics>), typeof(UnboundedDequeInstrumentedMessageQueue) },
        { typeof(Requires<IBoundedDequeBasedMessageQueueSemantics>), typeof(BoundedDequeInstrumentedMessageQueue) },
        { typeof(Requires<ILoggerMessageQueueSemantics>), typeof(LoggerInstrumentedMessageQueue) },
    };

    [Theory]
    [MemberData(nameof(Requirements))]
    public async Task What_an_actor_requires_it_gets_instrumented_by_default_and_by_its_props_alone(Type actor, Type queue)
    {
        await using var byDefault = Systems.Instrumented(All);
        await using var byProps = Systems.WithIds();

        Assert.IsType(queue, byDefault.ActorOf(Props.Create(actor)).Queue());
        Assert.IsType(queue, byProps.ActorOf(Props.Create(actor).WithInstrumentation()).Queue());
    }

    [Fact]
    public async Task A_priority_mailbox_meets_the_requirements_that_Akkas_own_meets_and_no_other()
    {
        await using var system = Systems.WithIds($"""mine.mailbox-type = "{typeof(ByPriority).AssemblyQualifiedName}" """);

        Assert.IsType<PriorityInstrumentedMessageQueue>(Queue<IUnboundedDequeBasedMessageQueueSemantics>());
        Assert.IsType<PriorityInstrumentedMessageQueue>(Queue<IBlockingMessageQueueSemantics>());
        Assert.ThrowsAny<Exception>(Queue<IBoundedMessageQueueSemantics>);

        IMessageQueue Queue<TQueue>()
            where TQueue : ISemantics => system.ActorOf(Props.Create<Requires<TQueue>>().WithMailbox("mine")).Queue();
    }

    [Theory]
    [InlineData("akka.actor.mailbox.bounded-queue-based", typeof(BoundedInstrumentedMessageQueue))]
    [InlineData("akka.actor.mailbox.unbounded-deque-based", typeof(UnboundedDequeInstrumentedMessageQueue))]
    [InlineData("akka.actor.mailbox.bounded-deque-based", typeof(BoundedDequeInstrumentedMessageQueue))]
    [InlineData("unbounded", typeof(UnboundedInstrumentedMessageQueue))]
    [InlineData("mine", typeof(UnboundedDequeMessageQueue))]
    public async Task Props_that_name_one_of_Akkas_mailboxes_get_its_counterpart_and_keep_any_other(string id, Type queue)
    {
        await using var system = Systems.WithIds("""mine.mailbox-type = "Akka.Dispatch.UnboundedDequeBasedMailbox, Akka" """);

        Assert.IsType(queue, system.ActorOf(Echo.Props.WithMailbox(id).WithInstrumentation()).Queue());
    }

    [Fact]
    public async Task Bounds_that_an_id_leaves_out_are_those_of_Akkas_section()
    {
        await using var system = Systems.WithIds(
            """
            akka.actor.mailbox.bounded-queue-based { mailbox-capacity = 3, mailbox-push-timeout-time = 7s }
            akka.instrumentation.mailbox.bounded { mailbox-push-timeout-time = 9s }
            """);

        var type = (BoundedInstrumentedMailbox)system.System.Mailboxes.Lookup(AkkaInstrumentationConfig.BoundedMailboxId);

        Assert.Equal((3, TimeSpan.FromSeconds(9)), (type.Capacity, type.PushTimeout));
    }

    [Theory]
    [InlineData(typeof(Stasher.Unbounded))]
    [InlineData(typeof(Stasher.Bounded))]
    public async Task It_runs_and_stashes_and_stops(Type actor)
    {
        await using var system = Systems.Instrumented(All);
        var stashing = system.ActorOf(Props.Create(actor));

        stashing.Tell("one", ActorRefs.NoSender);
        stashing.Tell("two", ActorRefs.NoSender);

        Assert.Equal("one two", await stashing.Ask<string>(2, Patience));
        await Eventually.Within(stashing.GracefulStop(Patience));
    }

    [Fact]
    public async Task It_logs()
    {
        await using var system = Systems.Instrumented($"{All}\n{KeptLog.Hocon}");

        // Akka's start waits for the logger's answer, not for its subscription that follows
        await Eventually.True(() =>
        {
            system.System.Log.Warning("text");
            return KeptLog.Of(system.System).Contains("text");
        });
    }

    public sealed class Requires<TQueue> : UntypedActor, IRequiresMessageQueue<TQueue>
        where TQueue : ISemantics
    {
        protected override void OnReceive(object message) { }
    }
}
