namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>
/// One sender sends the same few objects again and again, each time in another trace. A persistent actor handles its commands in the order in which
/// they were sent, so the n-th one that it handles is the n-th one that was sent.
/// </summary>
public sealed class SharedCommandSpec
{
    private enum Kind
    {
        Persists,
        PersistsTwo,
        PersistsAsync,
        PersistsNothing,
        Fails,
        Stashes,
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task A_command_that_waited_for_a_write_comes_back_to_its_trace(int failing)
    {
        const int Commands = 40;
        await using var sent = await Sent.Start();
        sent.Gate.Close();
        for (var i = 0; i < Commands; i++)
        {
            sent.Send(i > 0 && i <= failing ? Kind.Fails : i % 3 == 1 ? Kind.PersistsTwo : Kind.Persists);
            if (i == 0)
            {
                await Eventually.Equal(1, () => sent.Gate.Waiting);
            }
        }

        await sent.WereTaken(Commands);
        sent.Gate.Open();

        await sent.AreHandled(Commands);
        Assert.Equal(sent.Traces, sent.Handled);
    }

    [Theory]
    [InlineData(0, "Persists PersistsAsync")]
    [InlineData(1, "Persists PersistsAsync PersistsNothing")]
    [InlineData(2, "Persists PersistsAsync Fails")]
    [InlineData(3, "Persists PersistsTwo PersistsNothing Fails")]
    [InlineData(4, "PersistsAsync PersistsAsync PersistsAsync Persists")]
    [InlineData(5, "Persists PersistsAsync PersistsNothing")]
    [InlineData(6, "Persists PersistsTwo PersistsAsync PersistsNothing Fails")]
    [InlineData(7, "Persists PersistsAsync PersistsNothing PersistsNothing")]
    public async Task No_command_gets_into_the_trace_of_another_one(int seed, string mix)
    {
        const int Commands = 400;
        await using var sent = await Sent.Start();
        var random = new Random(seed);
        var kinds = Array.ConvertAll(mix.Split(' '), Enum.Parse<Kind>);
        for (var i = 0; i < Commands; i++)
        {
            sent.Send(kinds[random.Next(kinds.Length)]);
        }

        await sent.AreHandled(Commands);
        Assert.All(Enumerable.Zip(sent.Handled, sent.Traces), pair => Assert.True(pair.First == pair.Second || !sent.Traces.Contains(pair.First)));
    }

    /// <summary>The first handling stashes it in the actor's other stash, whose messages go before those of its own.</summary>
    [Fact]
    public async Task A_command_that_the_actor_has_stashed_too_gets_into_no_other_trace()
    {
        const int Commands = 30;
        await using var sent = await Sent.Start();
        sent.Gate.Close();
        for (var i = 0; i < Commands; i++)
        {
            sent.Send(i % 2 == 0 ? Kind.Persists : Kind.Stashes);
        }

        sent.Gate.Open();
        await sent.AreHandled(Commands);
        Assert.Equal(Commands, sent.Handled.Distinct().Count());
    }

    private sealed class Sent : IAsyncDisposable
    {
        private readonly Command[] _shared = [.. Enum.GetValues<Kind>().Select(kind => new Command(kind))];
        private readonly TestSystem _system;
        private readonly ActivityListener _listener;
        private readonly SpanRecorder _spans;
        private readonly string _name;
        private IActorRef _actor = ActorRefs.Nobody;

        private Sent()
        {
            _system = Systems.Instrumented($"{Gate.Hocon}\nakka.loglevel = OFF");
            _listener = Recorded.Everything();
            _spans = SpanRecorder.OfActor(out _name);
        }

        public ScriptedJournal.Gate Gate { get; } = new(keeps: false);

        public List<ActivityTraceId> Traces { get; } = [];

        public ConcurrentQueue<ActivityTraceId> Handled { get; } = new();

        public static async Task<Sent> Start()
        {
            var sent = new Sent();
            sent._actor = sent._system.ActorOf(Props.Create(() => new Taking(sent.Handled)), sent._name);
            await sent._actor.Ask<string>("ready?", TimeSpan.FromSeconds(60));
            return sent;
        }

        public void Send(Kind kind)
        {
            using var root = Recorded.Root();
            Traces.Add(root.TraceId);
            _actor.Tell(_shared[(int)kind], ActorRefs.NoSender);
        }

        /// <summary>The actor has handled or stashed so many.</summary>
        public Task WereTaken(int commands) => Eventually.Equal(
            commands, () => _spans.Stopped.Count(span => "SharedCommandSpec.Command".Equals(span.GetTagItem(AkkaSpanAttributes.MessageType))));

        public Task AreHandled(int commands) => Eventually.Equal(commands, () => Handled.Count, TimeSpan.FromMinutes(2));

        public async ValueTask DisposeAsync()
        {
            _spans.Dispose();
            _listener.Dispose();
            await _system.DisposeAsync();
            Gate.Dispose();
        }
    }

    private sealed record Command(Kind Kind);

    private sealed class Taking(ConcurrentQueue<ActivityTraceId> handled) : UntypedPersistentActor
    {
        private readonly string _id = Account.NewId();
        private int _stashesLeft = 10;

        public override string PersistenceId => _id;

        protected override void OnRecover(object message) { }

        protected override void OnCommand(object message)
        {
            if (message is not Command { Kind: var kind })
            {
                Sender.Tell("ready");
                return;
            }

            if (kind == Kind.Stashes && _stashesLeft-- > 0)
            {
                Stash.Stash();
                return;
            }

            Stash.UnstashAll();

            handled.Enqueue(Activity.Current is { Recorded: true } current ? current.TraceId : default);
            switch (kind)
            {
                case Kind.Persists or Kind.Stashes:
                    Persist("event", static _ => { });
                    break;
                case Kind.PersistsTwo:
                    PersistAll(["event", "event"], static _ => { });
                    break;
                case Kind.PersistsAsync:
                    PersistAsync("event", static _ => { });
                    break;
                case Kind.Fails:
                    throw new InvalidOperationException("told to fail");
            }
        }
    }
}
