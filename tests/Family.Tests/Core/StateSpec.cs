using Akka.Persistence.Fsm;

namespace AkkaInstrumentation.Tests.Core;

/// <summary>What an actor shows of itself, between two of its messages.</summary>
public sealed class StateSpec
{
    private const string On = "akka.instrumentation.actor-states = on";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task A_state_machine_shows_the_name_of_its_state_and_its_data()
    {
        await using var system = Systems.Instrumented(On);
        var door = system.ActorOf(Props.Create(() => new Door()), "door");
        Assert.Equal(("Closed", "0 passed"), Fsm(await Read(system, "/user/door")));
        door.Tell("open");
        door.Tell("pass");
        await door.Ask<string>("sync", Patience);
        Assert.Equal(("Open", "1 passed"), Fsm(await Read(system, "/user/door")));

        // the one that a restart has made
        door.Tell(new InvalidOperationException());
        await Eventually.True(async () => Fsm(await Read(system, "/user/door")) == ("Closed", "0 passed"));
    }

    [Fact]
    public async Task A_persistent_state_machine_does_too()
    {
        await using var system = Systems.Instrumented(On);
        var order = system.ActorOf(Props.Create(() => new Order()), "order");
        await order.Ask<string>("pay", Patience);
        Assert.Equal(("paid", "1 event"), Fsm(await Read(system, "/user/order")));
    }

    /// <summary>Akka shows nobody which behaviour an actor has: it tells itself.</summary>
    [Fact]
    public async Task An_actor_that_shows_its_state_is_asked_on_its_own_thread()
    {
        await using var system = Systems.Instrumented(On);
        var actor = system.ActorOf(Props.Create(() => new Switching()), "switching");
        Assert.Equal("closed, 0 stashed", (await Read(system, "/user/switching")).Shown);
        actor.Tell("kept");
        actor.Tell("kept");
        await actor.Ask<string>("child", Patience);
        var closed = await Read(system, "/user/switching");
        Assert.Equal("closed, 2 stashed", closed.Shown);
        Assert.Equal(2, closed.Stashed);
        Assert.Equal((1, "helper"), (closed.Children, closed.ChildNames.Single()));
        Assert.Equal(TimeSpan.FromMinutes(5), closed.ReceiveTimeout);

        await actor.Ask<string>("open", Patience);
        await Eventually.True(async () => await Read(system, "/user/switching") is { Shown: "open, 0 stashed", Stashed: 0 });
    }

    [Fact]
    public async Task A_persistent_actor_shows_what_waits_for_its_journal()
    {
        await using var system = Systems.Instrumented(On);
        system.ActorOf(Props.Create(() => new Persistent()), "persistent");

        // while it recovers, it shows nothing of its own
        await Eventually.True(async () => (await Read(system, "/user/persistent")).Shown == "recovered");
        var read = await Read(system, "/user/persistent");
        Assert.Null(read.Problem);
        Assert.Null(read.StateName);
        Assert.Equal((0, 0), (read.Waiting, read.Stashed));
        Assert.Equal("StateSpec.Persistent", read.ActorType);
    }

    [Fact]
    public async Task A_handler_that_awaits_is_no_obstacle()
    {
        await using var system = Systems.Instrumented(On);
        var gate = new TaskCompletionSource();
        var actor = system.ActorOf(Props.Create(() => new Awaiting(gate.Task)), "awaiting");
        actor.Tell("await");
        await Eventually.True(async () => await Read(system, "/user/awaiting") is { Shown: "awaits", IsAwaiting: true });

        // and nothing of the handler is disturbed
        gate.SetResult();
        Assert.Equal("done", await actor.Ask<string>("sync", Patience));
        Assert.False((await Read(system, "/user/awaiting")).IsAwaiting);
    }

    [Fact]
    public async Task A_blocked_actor_has_a_clear_answer_and_one_question_however_many_ask()
    {
        await using var system = Systems.Instrumented(On);
        using var gate = new ManualResetEventSlim();
        var actor = system.ActorOf((_, _) => Eventually.Block(gate), "blocked");
        actor.Tell("block");
        await Eventually.True(() => system.System.GetInsight().MessagesAtWork().Count > 0);

        var insight = system.System.GetInsight();
        var patience = TimeSpan.FromMilliseconds(50);
        var asked = await Task.WhenAll(Enumerable.Range(0, 1_000).Select(_ => insight.ReadStateAsync("/user/blocked", patience)));
        Assert.All(asked, read => Assert.StartsWith(
            "The actor has not answered within 0.05 s: its handler has held its thread in String for ", read!.Problem, StringComparison.Ordinal));
        Assert.Equal(1, system.Extension.Insight.States.Asked);

        gate.Set();
        await Eventually.True(async () => (await Read(system, "/user/blocked")).Problem is null);
        await Eventually.Equal(0, () => system.Extension.Insight.States.Asked);
    }

    [Fact]
    public async Task Only_so_many_actors_that_do_not_answer_are_asked()
    {
        using var gate = new ManualResetEventSlim();
        await using var held = Systems.Instrumented($"{On}\nheld {{ type = ForkJoinDispatcher, dedicated-thread-pool.thread-count = 1 }}");
        var actors = Enumerable.Range(0, StateReader.MaxAsked + 5)
            .Select(i => held.System.ActorOf(Handler.Props((_, _) => Eventually.Block(gate)).WithDispatcher("held"), $"a{i}")).ToList();
        await Eventually.True(() => actors.TrueForAll(actor => held.Extension.Insight.Looks.MailboxAt(Path(actor)) is not null));
        actors[0].Tell("block");
        await Eventually.True(() => held.System.GetInsight().MessagesAtWork().Count > 0);
        var reads = await Task.WhenAll(actors.Select(actor =>
            held.System.GetInsight().ReadStateAsync(Path(actor), TimeSpan.FromMilliseconds(50))));
        Assert.Equal(5, reads.Count(read => read!.Problem == $"{StateReader.MaxAsked} other actors have not answered yet."));
        gate.Set();
        await Eventually.Equal(0, () => held.Extension.Insight.States.Asked);
    }

    [Fact]
    public async Task Code_that_throws_hurts_neither_the_actor_nor_the_reader()
    {
        await using var system = Systems.Instrumented(On);
        var actor = system.ActorOf(Props.Create(() => new Throwing()), "throwing");
        Assert.Null((await Read(system, "/user/throwing")).Shown);
        Assert.Equal("still there", await actor.Ask<string>("sync", Patience));
        Assert.Equal(0, (await Read(system, "/user/throwing")).Waiting);
    }

    [Fact]
    public async Task Nothing_is_asked_unless_the_setting_allows_it()
    {
        await using var system = Systems.Instrumented();
        system.ActorOf(Props.Create(() => new Throwing()), "quiet");
        Assert.Equal("akka.instrumentation.actor-states is off.", (await Read(system, "/user/quiet")).Problem);
        Assert.Null(await system.System.GetInsight().ReadStateAsync("/user/nobody"));

        // at run time, for actors that live already
        system.Control.Change("actor-states = on");
        Assert.Null((await Read(system, "/user/quiet")).Problem);
    }

    [Fact]
    public async Task A_stopped_actor_is_not_kept()
    {
        await using var system = Systems.Instrumented(On);
        var (actor, reference) = await Stopped(system);
        await Eventually.Collected(reference);
        GC.KeepAlive(actor);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static async Task<(IActorRef, WeakReference)> Stopped(TestSystem system)
        {
            var found = new TaskCompletionSource<WeakReference>();
            var actor = system.ActorOf(Props.Create(() => new Noted(found)), "gone");
            var reference = await found.Task;
            await Read(system, "/user/gone");
            await actor.GracefulStop(Patience);
            return (actor, reference);
        }
    }

    // A top-level actor has its cell a moment after it was made.
    private static async Task<AkkaActorState> Read(TestSystem system, string path)
    {
        AkkaActorState? read = null;
        await Eventually.True(async () => (read = await system.System.GetInsight().ReadStateAsync(path, Patience)) is not null);
        return read!;
    }

    private static string Path(IActorRef actor) => actor.Path.ToStringWithoutAddress();

    private static (string?, string?) Fsm(AkkaActorState read) => (read.StateName, read.StateData);

    private sealed record Passed(int Count)
    {
        public override string ToString() => $"{Count} passed";
    }

    private sealed class Door : FSM<string, Passed>
    {
        public Door()
        {
            When("Closed", message => message.FsmEvent is "open" ? GoTo("Open") : null);
            When("Open", message => message.FsmEvent is "pass" ? Stay().Using(new(message.StateData.Count + 1)) : null);
            WhenUnhandled(message =>
            {
                if (message.FsmEvent is Exception cause)
                {
                    throw cause;
                }

                Sender.Tell("done");
                return Stay();
            });
            StartWith("Closed", new(0));
            Initialize();
        }
    }

    private sealed record Step(string Identifier) : PersistentFSM.IFsmState;

    private sealed record Events(int Count)
    {
        public override string ToString() => $"{Count} event";
    }

    private sealed class Order : PersistentFSM<Step, Events, string>
    {
        public Order()
        {
            var (open, paid) = (new Step("open"), new Step("paid"));
            StartWith(open, new(0));
            When(open, (message, state) => message.FsmEvent is "pay" ? GoTo(paid).Applying("paid").AndThen(_ => Sender.Tell("done")) : state);
            When(paid, (_, state) => state);
        }

        public override string PersistenceId { get; } = $"order-{Guid.NewGuid():N}";

        protected override Events ApplyEvent(string domainEvent, Events currentData) => new(currentData.Count + 1);
    }

    private sealed class Switching : ReceiveActor, IWithUnboundedStash, IShowsState
    {
        private string _behaviour = "";
        private int _stashed;

        public Switching()
        {
            Become(Closed);
            SetReceiveTimeout(TimeSpan.FromMinutes(5));
        }

        public IStash Stash { get; set; } = null!;

        public object ShownState => $"{_behaviour}, {_stashed} stashed";

        private void Closed()
        {
            _behaviour = "closed";
            Receive<string>(message => message == "kept", _ =>
            {
                _stashed++;
                Stash.Stash();
            });
            Receive<string>(message => message == "child", _ =>
            {
                Context.ActorOf(Echo.Props, "helper");
                Sender.Tell("done");
            });
            Receive<string>(message => message == "open", _ =>
            {
                Become(Open);
                Stash.UnstashAll();
                Sender.Tell("done");
            });
        }

        private void Open()
        {
            _behaviour = "open";
            Receive<string>(_ => _stashed--);
        }
    }

    private sealed class Persistent : ReceivePersistentActor, IShowsState
    {
        public Persistent() => Command<string>(_ => { });

        public override string PersistenceId { get; } = $"state-{Guid.NewGuid():N}";

        public object? ShownState => IsRecovering ? null : "recovered";
    }

    private sealed class Awaiting : ReceiveActor, IShowsState
    {
        private bool _awaits;

        public Awaiting(Task gate) => ReceiveAsync<string>(async message =>
        {
            if (message == "await")
            {
                _awaits = true;
                await gate;
                _awaits = false;
            }
            else
            {
                Sender.Tell("done");
            }
        });

        public object ShownState => _awaits ? "awaits" : "rests";
    }

    private sealed class Throwing : ReceiveActor, IShowsState
    {
        public Throwing() => ReceiveAny(_ => Sender.Tell("still there"));

        public object ShownState => throw new InvalidOperationException("a defect");
    }

    private sealed class Noted : ReceiveActor, IShowsState
    {
        public Noted(TaskCompletionSource<WeakReference> found) => found.SetResult(new(this));

        public object ShownState => "here";
    }
}
