namespace AkkaInstrumentation.Tests;

/// <summary>
/// The mailboxes that an application configures keep their order and their capacity when it is instrumented, in whatever way, and their messages have
/// spans below their sender's. One of a type that nobody knows stays as it is, and the log reports it.
/// </summary>
public sealed class OwnMailboxesSpec
{
    private const int Sent = 30;
    private const int Capacity = 20;

    private const string Extension =
        """
        akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]

        """;

    // No actor has the mailbox of loggers then.
    private static readonly string PlainLogger = KeptLog.Hocon.Replace(nameof(KeptLog), nameof(PlainLog), StringComparison.Ordinal);

    private static readonly string[] Types =
    [
        "Akka.Dispatch.UnboundedMailbox",
        "Akka.Dispatch.BoundedMailbox",
        "Akka.Dispatch.UnboundedDequeBasedMailbox, Akka",
        "Akka.Dispatch.BoundedDequeBasedMailbox",
        NameOf<ByRank>(),
        NameOf<ByRankStable>(),
    ];

    private static readonly Dictionary<string, Func<string, Task<Instrumented>>> Ways = new()
    {
        ["builder, its HOCON before"] = hocon => Host(akka => akka.AddHocon(hocon, HoconAddMode.Append).WithInstrumentation()),
        ["builder, its HOCON after"] = hocon => Host(akka => akka.WithInstrumentation().AddHocon(hocon, HoconAddMode.Append)),
        ["builder, its HOCON over it"] = hocon => Host(akka => akka.WithInstrumentation().AddHocon(hocon, HoconAddMode.Prepend)),
        ["Defaults"] = hocon => Task.FromResult(new Instrumented(Systems.Instrumented(hocon))),
        ["WithAkkaInstrumentation"] = hocon => Task.FromResult(new Instrumented(new TestSystem(ActorSystem.Create(
            $"own-{Guid.NewGuid():N}"[..16], ConfigurationFactory.ParseString(hocon).WithAkkaInstrumentation().WithFallback(Systems.Quiet))))),
        ["Props"] = hocon => Task.FromResult(new Instrumented(Systems.Plain(Extension + hocon)) { Props = props => props.WithInstrumentation() }),
    };

    public static TheoryData<string, string, string> Table
    {
        get
        {
            var table = new TheoryData<string, string, string>();
            foreach (var way in Ways.Keys)
            {
                foreach (var place in (string[])["default", "requirement", "dispatcher", "props", "deployment"])
                {
                    // Every type in one way; in the others one with a bound and one with an order. Props leave a section that they or a deployment
                    // name. Akka does not start with a bounded default mailbox.
                    var types = way is "Defaults" or "Props" ? Types
                        : [.. Types.Where(type => type.EndsWith(".BoundedMailbox", StringComparison.Ordinal)), NameOf<ByRank>()];
                    foreach (var type in way != "Props" || place is "default" or "requirement" or "dispatcher" ? types : [])
                    {
                        if (place != "default" || !IsBounded(type))
                        {
                            table.Add(way, place, type);
                        }
                    }
                }
            }

            return table;
        }
    }

    [Theory]
    [MemberData(nameof(Table))]
    public async Task Order_and_capacity_are_as_without_us_and_there_is_telemetry(string way, string place, string type)
    {
        var hocon = Hocon(place, type);
        await using var plain = Systems.Plain(hocon);
        await using var system = await Ways[way](hocon);
        var expected = await Received(plain.System, place, type, props => props);

        using var spans = SpanRecorder.WithRoot(out var root);
        var received = await Received(system.System, place, type, system.Props);

        Assert.Equal(expected, received);
        Assert.Equal(IsBounded(type) ? Capacity : Sent, received.Count);
        Assert.All(await spans.WaitForStopped(received.Count + 1), span => Assert.Equal(root.SpanId, span.ParentSpanId));
    }

    [Fact]
    public async Task A_bounded_one_without_a_bound_stays_so()
    {
        await using var system = Systems.Instrumented($"{Hocon("props", "Akka.Dispatch.BoundedMailbox")}\nmine.mailbox-capacity = 0");

        Assert.Equal(Sent, (await Received(system.System, "props", "Akka.Dispatch.BoundedMailbox", props => props)).Count);
    }

    [Theory]
    [InlineData("builder, its HOCON before", "default")]
    [InlineData("builder, its HOCON over it", "props")]
    [InlineData("Defaults", "default")]
    [InlineData("Defaults", "requirement")]
    [InlineData("WithAkkaInstrumentation", "deployment")]
    [InlineData("Props", "default")]
    public async Task An_unknown_one_stays_and_is_reported_once(string way, string place)
    {
        await using var system = await Ways[way](KeptLog.Hocon + Hocon(place, NameOf<LastFirst>()));
        var received = await Received(system.System, place, NameOf<LastFirst>(), system.Props);
        await Received(system.System, place, NameOf<LastFirst>(), system.Props);

        Assert.Equal(Enumerable.Range(0, Sent), received);
        await Eventually.True(() => KeptLog.Of(system.System).Count > 0, () => "nothing was logged");
        var warning = Assert.Single(await KeptLog.Whole(system.System));
        Assert.StartsWith($"The mailbox type {typeof(OwnMailboxesSpec).FullName}+LastFirst is not instrumented: its actors",
            warning, StringComparison.Ordinal);
        Assert.Contains(
            $"Write mailbox-type = \"AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox\", inner = \"{NameOf<LastFirst>()}\" in the section that names it.",
            warning,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Defaults")]
    [InlineData("WithAkkaInstrumentation")]
    public async Task An_unknown_one_is_reported_also_where_no_actor_has_an_instrumented_one(string way)
    {
        await using var system = await Ways[way](PlainLogger + Hocon("default", NameOf<LastFirst>()));
        await Received(system.System, "default", NameOf<LastFirst>(), system.Props);

        await Eventually.True(() => KeptLog.Of(system.System).Count > 0, () => "nothing was logged");
        Assert.Contains($"{typeof(OwnMailboxesSpec).FullName}+LastFirst is not instrumented",
            Assert.Single(KeptLog.Of(system.System)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Defaults", "akka.instrumentation.tracing.sampling.ration = 1", "akka.instrumentation.tracing.sampling.ration is unknown")]
    [InlineData("WithAkkaInstrumentation", "akka.instrumentation.system-actors = perhaps", "akka.instrumentation.system-actors = perhaps")]
    [InlineData("Defaults", "akka.actor.deployment { \"/a\" { mailbox = akka.instrumentation.mailbox.unbound } }",
        "akka.instrumentation.mailbox.unbound is unknown")]
    public async Task A_wrong_setting_prevents_the_start_also_where_no_actor_has_an_instrumented_one(string way, string wrong, string expected)
    {
        var failed = await Assert.ThrowsAnyAsync<ConfigurationException>(() =>
            Ways[way]($"{PlainLogger}{Hocon("default", NameOf<LastFirst>())}\n{wrong}"));

        Assert.Contains(expected, failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_of_Akkas_that_HOCON_by_hand_leaves_out_is_reported_with_what_to_write()
    {
        await using var system = Systems.Plain(
            KeptLog.Hocon + Hocon("props", "Akka.Dispatch.BoundedMailbox") +
            """
            akka.actor {
              default-mailbox.mailbox-type = "AkkaInstrumentation.UnboundedInstrumentedMailbox, AkkaInstrumentation.Mailbox"
              mailbox.logger-queue.mailbox-type = "AkkaInstrumentation.LoggerInstrumentedMailbox, AkkaInstrumentation.Mailbox"
              default-dispatcher.type = "AkkaInstrumentation.InstrumentedDispatcherConfigurator, AkkaInstrumentation.Dispatcher"
            }
            """);
        await Received(system.System, "props", "Akka.Dispatch.BoundedMailbox", props => props);

        await Eventually.True(() => KeptLog.Of(system.System).Count > 0, () => "nothing was logged");
        Assert.Contains(
            "Write mailbox-type = \"AkkaInstrumentation.BoundedInstrumentedMailbox, AkkaInstrumentation.Mailbox\" in the section",
            Assert.Single(await KeptLog.Whole(system.System)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Every_mailbox_type_of_Akka_has_a_counterpart_for_the_same_kind_of_queue()
    {
        var akkas = typeof(MailboxType).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(MailboxType)) && !type.IsAbstract).ToList();

        Assert.All(akkas, type => Assert.Equal(
            type.Name.Replace("Based", "", StringComparison.Ordinal).Replace("MailboxType", "Mailbox", StringComparison.Ordinal)
                .Replace("Mailbox", "InstrumentedMailbox", StringComparison.Ordinal),
            MailboxCounterpart.Find(type) is { } counterpart ? Type.GetType(counterpart.TypeName, throwOnError: true)!.Name : null));
        Assert.Equal(5, akkas.Count);
    }

    private static string Hocon(string place, string type) =>
        $$"""
        {{(place == "default" ? "akka.actor.default-mailbox" : "mine")}} {
          {{(place == "dispatcher" ? "type = Dispatcher" : "")}}
          mailbox-type = "{{type}}"
          mailbox-capacity = {{Capacity}}
          mailbox-push-timeout-time = 0s
        }
        {{(place == "requirement" ? $"akka.actor.mailbox.requirements {{ \"{Required(type).FullName}\" = mine }}" : "")}}
        {{(place == "deployment" ? "akka.actor.deployment { \"/*\" { mailbox = mine } }" : "")}}

        """;

    private static bool IsBounded(string type) => type.Contains(".Bounded", StringComparison.Ordinal);

    private static Type Required(string type) =>
        type.Contains(".BoundedDeque", StringComparison.Ordinal) ? typeof(IBoundedDequeBasedMessageQueueSemantics)
        : IsBounded(type) ? typeof(IBoundedMessageQueueSemantics)
        : type.Contains("Deque", StringComparison.Ordinal) || type.Contains("ByRank", StringComparison.Ordinal)
            ? typeof(IUnboundedDequeBasedMessageQueueSemantics)
        : typeof(IUnboundedMessageQueueSemantics);

    // Sends numbers while the actor is busy, and returns them in the order in which it got them.
    private static async Task<IReadOnlyList<int>> Received(ActorSystem system, string place, string type, Func<Props, Props> instrumented)
    {
        using var hold = new Hold();
        var got = new ConcurrentQueue<int>();
        Action<object> handle = message =>
        {
            if (message is int number)
            {
                got.Enqueue(number);
            }
            else
            {
                hold.Pass();
            }
        };
        var props = place == "requirement"
            ? Props.Create(typeof(Requires<>).MakeGenericType(Required(type)), handle)
            : Props.Create(() => new Taker(handle));
        props = place switch
        {
            "props" => props.WithMailbox("mine"),
            "dispatcher" => props.WithDispatcher("mine"),
            _ => props,
        };
        var actor = new TestSystem(system).ActorOf(instrumented(props));
        actor.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        for (var number = Sent - 1; number >= 0; number--)
        {
            actor.Tell(number, ActorRefs.NoSender);
        }

        hold.Release();
        var queue = ((ActorCell)((ActorRefWithCell)actor).Underlying).Mailbox!.MessageQueue;
        await Eventually.Equal(0, () => queue.Count);

        // the actor stops behind its last message
        system.Stop(actor);
        await Eventually.Within(actor.WatchAsync());
        return [.. got];
    }

    private static string NameOf<T>() => $"{typeof(T).FullName}, {typeof(T).Assembly.GetName().Name}";

    private static async Task<Instrumented> Host(Action<AkkaConfigurationBuilder> akka)
    {
        var host = await TestHost.StartWithoutSdk(akka);
        return new Instrumented(host, host.System);
    }

    private sealed class Instrumented(IAsyncDisposable host, ActorSystem system) : IAsyncDisposable
    {
        public Instrumented(TestSystem system)
            : this(system, system.System)
        {
        }

        public ActorSystem System => system;

        public Func<Props, Props> Props { get; init; } = props => props;

        public ValueTask DisposeAsync() => host.DisposeAsync();
    }

    private class Taker(Action<object> handle) : UntypedActor
    {
        protected override void OnReceive(object message) => handle(message);
    }

    private sealed class Requires<TQueue>(Action<object> handle) : Taker(handle), IRequiresMessageQueue<TQueue>
        where TQueue : ISemantics;

    public sealed class ByRank(Akka.Actor.Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => message is int number ? number : int.MaxValue;
    }

    public sealed class ByRankStable(Akka.Actor.Settings settings, Config config) : UnboundedStablePriorityMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => message is int number ? number / 2 : int.MaxValue;
    }

    /// <summary>A mailbox of the application's own: the last message comes first.</summary>
    public sealed class LastFirst(Akka.Actor.Settings settings, Config config) : MailboxType(settings, config), IProducesMessageQueue<LastFirst.Stack>
    {
        public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new Stack();

        public sealed class Stack : IMessageQueue, IUnboundedMessageQueueSemantics
        {
            private readonly ConcurrentStack<Envelope> _envelopes = new();

            public bool HasMessages => !_envelopes.IsEmpty;

            public int Count => _envelopes.Count;

            public void Enqueue(IActorRef receiver, Envelope envelope) => _envelopes.Push(envelope);

            public bool TryDequeue(out Envelope envelope) => _envelopes.TryPop(out envelope);

            public void CleanUp(IActorRef owner, IMessageQueue deadletters)
            {
                while (TryDequeue(out var envelope))
                {
                    deadletters.Enqueue(owner, envelope);
                }
            }
        }
    }
}
