namespace AkkaInstrumentation.Tests;

/// <summary>Which actors get an instrumented queue, and that Akka's requirements are met by it.</summary>
public class MailboxTypeSpec
{
    private const string Default =
        """
        akka.actor {
          default-mailbox.mailbox-type = "AkkaInstrumentation.UnboundedInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          mailbox.unbounded-deque-based.mailbox-type = "AkkaInstrumentation.UnboundedDequeInstrumentedMailbox, AkkaInstrumentation.Mailbox"
        }
        """;

    [Fact]
    public async Task System_actors_and_guardians_keep_Akkas_own_queue()
    {
        await using var system = Systems.WithIds(Default);
        var guardian = await system.System.ActorSelection("/user").ResolveOne(TimeSpan.FromSeconds(20));
        var systemGuardian = await system.System.ActorSelection("/system").ResolveOne(TimeSpan.FromSeconds(20));

        Assert.IsType<UnboundedMessageQueue>(guardian.Queue());
        Assert.IsType<UnboundedMessageQueue>(systemGuardian.Queue());
    }

    [Fact]
    public async Task When_tracing_and_metrics_are_off_every_actor_keeps_Akkas_own_queue()
    {
        await using var system = Systems.WithIds($"{Default}\nakka.instrumentation {{ tracing.enabled = off, metrics.enabled = off }}");

        Assert.IsType<UnboundedMessageQueue>(system.ActorOf(Echo.Props).Queue());
        Assert.IsType<UnboundedDequeMessageQueue>(system.ActorOf(Props.Create(() => new Stashing())).Queue());
    }

    [Theory]
    [InlineData(AkkaInstrumentationConfig.UnboundedMailboxId, typeof(UnboundedInstrumentedMessageQueue))]
    [InlineData(AkkaInstrumentationConfig.UnboundedDequeMailboxId, typeof(UnboundedDequeInstrumentedMessageQueue))]
    [InlineData(AkkaInstrumentationConfig.BoundedMailboxId, typeof(BoundedInstrumentedMessageQueue))]
    [InlineData(AkkaInstrumentationConfig.BoundedDequeMailboxId, typeof(BoundedDequeInstrumentedMessageQueue))]
    [InlineData(AkkaInstrumentationConfig.LoggerMailboxId, typeof(LoggerInstrumentedMessageQueue))]
    [InlineData(nameof(ByPriority), typeof(PriorityInstrumentedMessageQueue))]
    [InlineData(nameof(ByStablePriority), typeof(PriorityInstrumentedMessageQueue))]
    public async Task A_single_actor_gets_it_by_the_id_in_its_props(string id, Type queue)
    {
        await using var system = Systems.WithIds(PriorityMailboxes.Hocon);

        Assert.IsType(queue, system.ActorOf(Echo.Props.WithMailbox(id)).Queue());
        Assert.IsType<UnboundedMessageQueue>(system.ActorOf(Echo.Props).Queue());
    }

    private sealed class Stashing : UntypedActor, IWithUnboundedStash
    {
        public IStash Stash { get; set; } = null!;

        protected override void OnReceive(object message) { }
    }
}
