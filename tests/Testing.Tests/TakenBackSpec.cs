namespace AkkaInstrumentation.Tests;

/// <summary>
/// A run that began before anybody listened takes a tracked message, so the queue takes the message back and the run ends. Whatever happens between
/// that run and the next one, each message is handled once and in its place, or is a dead letter.
/// </summary>
[Collection(Alone.Name)]
public sealed class TakenBackSpec
{
    private const int Rounds = 40;

    public static TheoryData<string> Queues =>
    [
        "akka.actor.default-mailbox", AkkaInstrumentationConfig.BoundedMailboxId, AkkaInstrumentationConfig.UnboundedDequeMailboxId,
        AkkaInstrumentationConfig.BoundedDequeMailboxId, "by-priority", "of-akka",
    ];

    [Theory]
    [MemberData(nameof(Queues))]
    public async Task The_only_message_that_waits_makes_another_run(string queue)
    {
        await using var busy = new Busy(queue);
        for (var round = 0; round < Rounds; round++)
        {
            busy.Begin();
            var tracked = busy.Track(1);
            busy.Release();

            Assert.Equal(1, busy.NumberOf(Assert.Single((await tracked).ShouldHaveNoOrphans().Messages)));
        }
    }

    [Theory]
    [MemberData(nameof(Queues))]
    public async Task Messages_keep_their_order(string queue)
    {
        await using var busy = new Busy(queue);
        for (var round = 0; round < Rounds; round++)
        {
            busy.Begin();
            var tracked = busy.Track(1, -2, 3, -4);
            busy.Release();

            Assert.Equal([1, 3], (await tracked).ShouldHaveNoOrphans().Messages.Select(message => busy.NumberOf(message)));
            await Eventually.Equal(5, () => busy.Handled.Count);
            Assert.Equal([0, 1, -2, 3, -4], busy.Handled);
        }
    }

    /// <summary>Listeners come and go while runs begin and end, with a message in nearly every run.</summary>
    [Theory]
    [MemberData(nameof(Queues))]
    public async Task Nothing_is_lost_or_handled_twice_while_others_send(string queue)
    {
        await using var busy = new Busy(queue);
        using var end = new CancellationTokenSource();
        var others = 0;
        var flood = Task.Run(
            () =>
            {
                while (!end.IsCancellationRequested)
                {
                    busy.Tell(1_000 + ++others);
                    SpinWait.SpinUntil(() => busy.Handled.Count >= others, 1);
                }
            },
            CancellationToken.None);

        for (var round = 0; round < Rounds; round++)
        {
            Assert.Equal([1, 2, 3], (await busy.Track(1, 2, 3)).ShouldHaveNoOrphans().Messages.Select(message => busy.NumberOf(message)));
        }

        await end.CancelAsync();
        await flood;
        await Eventually.Equal(others + (3 * Rounds), () => busy.Handled.Count);
        Assert.Equal(others, busy.Handled.Count(number => number > 1_000));
    }

    [Theory]
    [MemberData(nameof(Queues))]
    public async Task A_stop_between_the_runs_makes_dead_letters_of_what_waits(string queue)
    {
        await using var busy = new Busy(queue);
        for (var round = 0; round < Rounds; round++)
        {
            busy.Start();
            busy.Begin();
            var tracked = busy.Track(1, 2, 3);
            var stopping = Task.Run(busy.Stop);
            busy.Release();
            await stopping;

            var flow = await tracked;
            Assert.Equal(3, flow.Messages.Count + flow.DeadLetters.Count);
            Assert.Equal(flow.Messages.Count, busy.Handled.Count(number => number > 0));
        }
    }

    [Theory]
    [MemberData(nameof(Queues))]
    public async Task A_restart_in_the_run_before_keeps_what_waits(string queue)
    {
        await using var busy = new Busy(queue);
        for (var round = 0; round < Rounds; round++)
        {
            busy.Begin(fails: true);
            var tracked = busy.Track(1, 2, 3);
            busy.Release();

            Assert.Equal([1, 2, 3], (await tracked).ShouldHaveNoOrphans().Messages.Select(message => busy.NumberOf(message)));
        }
    }

    public sealed class Priority(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => Math.Abs(((Numbered)message).Number);
    }

    public sealed class PriorityOfAkka(Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
    {
        protected override int PriorityGenerator(object message) => Math.Abs(((Numbered)message).Number);
    }

    private sealed record Numbered(int Number);

    /// <summary>An actor whose run can be held in message 0. Negative numbers are sent outside of the flow.</summary>
    private sealed class Busy : IAsyncDisposable
    {
        private readonly TestSystem _system = Systems.Instrumented(
            $$"""
            by-priority.mailbox-type = "{{typeof(Priority).AssemblyQualifiedName}}"
            of-akka { mailbox-type = "AkkaInstrumentation.WrappingInstrumentedMailbox, AkkaInstrumentation.Mailbox",
                inner = "{{typeof(PriorityOfAkka).AssemblyQualifiedName}}" }
            """);

        private readonly ManualResetEventSlim _begun = new();
        private readonly ManualResetEventSlim _gate = new();
        private readonly ConcurrentDictionary<string, int> _numbers = new();
        private readonly string _queue;
        private IActorRef _actor = ActorRefs.Nobody;
        private volatile bool _fails;

        public Busy(string queue)
        {
            _queue = queue;
            Start();
        }

        public ConcurrentQueue<int> Handled { get; } = new();

        /// <summary>Nobody listens when this run begins.</summary>
        public void Begin(bool fails = false)
        {
            Handled.Clear();
            _begun.Reset();
            _gate.Reset();
            _fails = fails;
            Tell(0);
            Eventually.Block(_begun);
        }

        public void Start() => _actor = _system.System.ActorOf(Handler.Props((_, message) => Handle(((Numbered)message).Number)).WithMailbox(_queue));

        public void Release() => _gate.Set();

        public void Stop() => _system.System.Stop(_actor);

        public void Tell(int number) => _actor.Tell(new Numbered(number), ActorRefs.NoSender);

        public Task<TrackedAction> Track(params int[] numbers) => _system.System.TrackAsync(() =>
        {
            var root = Activity.Current;
            foreach (var number in numbers)
            {
                Activity.Current = number < 0 ? null : root;
                Tell(number);
            }

            Activity.Current = root;
        });

        public int NumberOf(MessageStep message) => _numbers[message.SpanId.ToHexString()];

        public async ValueTask DisposeAsync()
        {
            _gate.Set();
            await _system.DisposeAsync();
            _begun.Dispose();
            _gate.Dispose();
        }

        private void Handle(int number)
        {
            Handled.Enqueue(number);
            if (Activity.Current is { } span)
            {
                _numbers[span.SpanId.ToHexString()] = number;
            }

            if (number == 0)
            {
                _begun.Set();
                Eventually.Block(_gate);
                Fail.If(_fails);
            }
        }
    }
}
