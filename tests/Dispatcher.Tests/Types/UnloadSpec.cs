namespace AkkaInstrumentation.Tests.Types;

/// <summary>
/// What is kept for a type of message or exception ends with it; what was counted under its name stays. Types of actors Akka keeps itself, for as
/// long as the system lives.
/// </summary>
[Collection(Alone.Name)]
public sealed class UnloadSpec
{
    private const int Each = 5;
    private const int Others = 20;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    public static TheoryData<string, string, int> Settings => new()
    {
        { "", "Order", 2 * Each },
        { "tracing.sampling.ratio = 0", "Order", 2 * Each },
        { "tracing.enabled = off", "Order", 2 * Each },
        { "metrics.distributions = all", "Order", 2 * Each },

        // the failures too
        { "metrics.max-message-types = 1", "_other", (2 * Each) + 1 + Others },
        { "rules.all { message = \"*\", trace = always }", "Order", 2 * Each },
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public async Task An_assembly_is_unloaded_while_an_actor_lives_that_had_its_messages(string settings, string countedAs, int count)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation {{\n{settings}\n}}");
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Props.Create(() => new Obeying()), name);
        await actor.Ask<string>("first", Patience);

        for (var load = 1; load <= 2; load++)
        {
            await Eventually.Collected(SendPlugged(system.System, actor));
            await actor.Ask<string>("again", Patience);
            Assert.Equal(load * Each, metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaSpanAttributes.MessageType, "Order")));
            Assert.Equal(load * count, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, countedAs)));
        }
    }

    [Fact]
    public async Task A_type_is_judged_by_itself_when_one_of_its_name_is_gone()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.enabled = off").Measured(out var metrics);
        var actor = system.ActorOf(Props.Create(() => new Obeying()));

        await Send(actor, []);
        await Send(actor, [typeof(NeverMeasureAttribute)]);
        await Send(actor, []);

        Assert.Equal(2 * Each, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Order")));

        static async Task Send(IActorRef actor, Type[] attributes)
        {
            var life = SendOrders(actor, attributes);
            await actor.Ask<string>("done", Patience);
            await Displaced(actor);
            await Eventually.Collected(life);
        }
    }

    // Akka and a mailbox remember an actor's last messages, a thread and a supervisor the last exception.
    private static async Task Displaced(IActorRef actor)
    {
        for (var i = 0; i < Others; i++)
        {
            actor.Tell(new InvalidOperationException("on purpose"));
            await actor.Ask<string>("next", Patience);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference SendOrders(IActorRef actor, Type[] attributes)
    {
        var plugin = new Plugin();
        var order = plugin.Message("Order", attributes);
        actor.TellTimes(Each, order);

        return plugin.Life;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference SendPlugged(ActorSystem system, IActorRef actor)
    {
        var plugin = new Plugin();
        var order = plugin.Message("Order");
        for (var i = 0; i < Each; i++)
        {
            actor.Tell(order);
            actor.Tell(new Broadcast(order));
            system.DeadLetters.Tell(order);
        }

        actor.Tell(plugin.Failure("OutOfStock"));
        Displaced(actor).GetAwaiter().GetResult();
        return plugin.Life;
    }
}
