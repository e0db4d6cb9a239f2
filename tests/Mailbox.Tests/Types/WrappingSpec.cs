namespace AkkaInstrumentation.Tests;

/// <summary>A mailbox of the user's own, wrapped: what works, and what is left out because nobody knows it.</summary>
public class WrappingSpec
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private static readonly string Hocon =
        $$"""
        mine {
          mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          inner = "{{typeof(Mine).FullName}}, {{typeof(Mine).Assembly.GetName().Name}}"
          colour = green
        }
        """;

    [Fact]
    public async Task The_inner_mailbox_gets_the_section()
    {
        await using var system = Systems.WithIds(Hocon);

        var queue = (WrappedMessageQueue)system.ActorOf(Echo.Props.WithMailbox("mine")).Queue();

        Assert.Equal("mine green", await system.ActorOf(Echo.Props.WithMailbox("mine")).Ask<string>("mine green", Patience));
        Assert.Equal(TimeSpan.FromSeconds(5), queue.PushTimeOut);
    }

    [Fact]
    public async Task A_message_has_a_span_without_wait_and_parent_and_is_counted()
    {
        await using var system = Systems.Instrumented(Hocon).Measured(out _);
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf(Echo.Props.WithMailbox("mine"), actorName);

        await actor.Ask<int>(1, Patience);

        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(default, span.ParentSpanId);
        Assert.Null(span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration));
    }

    [Fact]
    public async Task An_actor_can_stash_whatever_the_queue_is()
    {
        await using var system = Systems.WithIds(Hocon);
        var actor = system.ActorOf(Props.Create(() => new Stasher.Unbounded()).WithMailbox("mine"));

        actor.Tell("one", ActorRefs.NoSender);
        actor.Tell("two", ActorRefs.NoSender);

        Assert.Equal("one two", await actor.Ask<string>(2, Patience));
    }

    [Fact]
    public async Task What_waits_when_the_actor_stops_goes_to_the_dead_letters()
    {
        await using var system = Systems.WithIds(Hocon);
        var letters = Letters.Of(system);
        using var hold = new Hold();
        var actor = system.ActorOf(Handler.Props((_, _) => hold.Pass()).WithMailbox("mine"));
        actor.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        actor.Tell("late", ActorRefs.NoSender);

        ((IInternalActorRef)actor).Stop();
        hold.Release();

        await Eventually.True(() => letters.Any(letter => letter.Message is "late"));
    }

    [Fact]
    public async Task An_actor_that_is_not_instrumented_gets_the_inner_queue()
    {
        await using var system = Systems.WithIds($"{Hocon}\nakka.instrumentation {{ tracing.enabled = off, metrics.enabled = off }}");

        Assert.IsType<BoundedMessageQueue>(system.ActorOf(Echo.Props.WithMailbox("mine")).Queue());
    }

    public sealed class Mine(Settings settings, Config config) : MailboxType(settings, config), IProducesMessageQueue<BoundedMessageQueue>
    {
        private readonly TimeSpan _pushTimeOut = config.GetString("colour") == "green" ? TimeSpan.FromSeconds(5) : TimeSpan.Zero;

        public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new BoundedMessageQueue(100, _pushTimeOut);
    }
}
