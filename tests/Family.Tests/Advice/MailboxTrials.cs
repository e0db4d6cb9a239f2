namespace AkkaInstrumentation.Tests.Advice;

/// <summary>The settings of mailboxes and stashes.</summary>
internal static class MailboxTrials
{
    private const int Messages = 100;
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(100);

    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.FullMailbox, "a larger capacity", LargerCapacity),
        new(AkkaCauseKinds.FullMailbox, "a longer push time-out", LongerTimeOut),
        new(AkkaCauseKinds.MemoryShort, "bound those mailboxes", Bound),
        new(AkkaCauseKinds.GrowingStash, "Set a time-out for that state, unstash", TimeOutUnstashes),
        new(AkkaCauseKinds.GrowingStash, "Props.WithStashCapacity", BoundStash),
        new(AkkaCauseKinds.GrowingStash, "IWithStash", BoundStash),
        new(AkkaCauseKinds.GrowingStash, "IWithUnboundedStash", UnboundedStash),
        new(AkkaCauseKinds.StarvedMessages, "a priority mailbox takes a message only when none of a higher priority waits", OthersComeFirst),
        new(AkkaCauseKinds.StarvedMessages, "an actor of its own", OwnActor),
        new(AkkaCauseKinds.StarvedMessages, "the same priority", SamePriority),
        new(AkkaCauseKinds.StarvedMessages, "UnboundedStablePriorityMailbox", SamePriority),
    ];

    private static string Bounded(int capacity, string timeOut) =>
        "small { mailbox-type = \"Akka.Dispatch.BoundedMailbox\", "
            + $"mailbox-capacity = {capacity}, mailbox-push-timeout-time = {timeOut} }}";

    private static async Task LargerCapacity() => Assert.Equal(Messages, await Handled(Bounded(Messages, "0s")));

    private static async Task Bound() => Assert.InRange(await Handled(Bounded(5, "0s")), 5, 6);

    private static async Task LongerTimeOut() => Assert.Equal(Messages, await Handled(Bounded(5, "60s"), waits: true));

    // Of so many messages, sent while the handler is busy. A sender that waits for a place goes on when there is one.
    private static async Task<int> Handled(string hocon, bool waits = false)
    {
        using var hold = new Hold();
        await using var system = Systems.Instrumented(hocon).Measured(out var metrics);
        var (handled, lost) = (0, 0);
        system.System.EventStream.Subscribe(system.ActorOf((_, _) => Interlocked.Increment(ref lost)), typeof(DeadLetter));
        var actor = system.ActorOf(Handler.Props((_, _) => Interlocked.Increment(ref handled)).WithMailbox("small"));
        await hold.EnterAt(actor);
        var sending = Task.Factory.StartNew(() => actor.TellTimes(Messages, "message"), TaskCreationOptions.LongRunning);
        if (!waits)
        {
            await sending;
        }

        hold.Release();
        await sending;
        await Eventually.Equal(Messages, () => Volatile.Read(ref handled) + Volatile.Read(ref lost));
        return handled;
    }

    private static async Task TimeOutUnstashes()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Props.Create(() => new Waits(Soon)));
        Assert.Equal(["a", "b"], await Task.WhenAll(actor.Ask<string>("a", Trial.Patience), actor.Ask<string>("b", Trial.Patience)));
    }

    private static async Task BoundStash()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Props.Create(() => new Waits(Timeout.InfiniteTimeSpan)).WithStashCapacity(2));
        actor.TellTimes(2, "stashed");
        Assert.Equal("rejected", await actor.Ask<string>("one too many", Trial.Patience));
    }

    private static async Task UnboundedStash()
    {
        await using var system = Systems.Instrumented();
        var actor = system.ActorOf(Props.Create(() => new WaitsUnbounded(Soon)).WithStashCapacity(2));
        actor.TellTimes(2, "stashed");
        Assert.Equal("one more", await actor.Ask<string>("one more", Trial.Patience));
    }

    private static async Task OthersComeFirst() => Assert.False(await HasItsTurn<Stable>(same: false));

    private static async Task OwnActor()
    {
        await using var system = Systems.Instrumented(Priority<Stable>(same: false));
        using var hold = new Hold();
        var busy = system.ActorOf(Handler.Props((_, _) => { }).WithMailbox("priority"));
        await hold.EnterAt(busy);
        Assert.Equal("patient", await system.ActorOf(Echo.Props.WithMailbox("priority")).Ask<string>("patient", Trial.Patience));
    }

    // Akka's other priority mailbox has no order among equals: one can be passed over for ever there too.
    private static async Task SamePriority()
    {
        Assert.False(await HasItsTurn<Unstable>(same: true));
        Assert.True(await HasItsTurn<Stable>(same: true));
        Assert.True(await HasItsTurn<Instrumented>(same: true));
    }

    private static string Priority<TMailbox>(bool same) =>
        $$"""priority { mailbox-type = "{{typeof(TMailbox).AssemblyQualifiedName}}", same = {{(same ? "on" : "off")}} }""";

    // Two others always wait beside the one that is patient: whether it is taken before they have been taken a thousand times.
    private static async Task<bool> HasItsTurn<TMailbox>(bool same)
    {
        const int Rounds = 1_000;
        using var hold = new Hold();
        await using var system = Systems.Instrumented(Priority<TMailbox>(same));
        var (urgent, turn) = (0, new TaskCompletionSource<int>());
        var actor = system.ActorOf(Handler.Props((context, message) =>
        {
            if (message is "patient")
            {
                turn.SetResult(urgent);
            }
            else if (++urgent < Rounds)
            {
                context.Self.Tell(message);
            }
        }).WithMailbox("priority"));
        await hold.EnterAt(actor);
        actor.Tell(1, ActorRefs.NoSender);
        actor.Tell("patient", ActorRefs.NoSender);
        actor.Tell(2, ActorRefs.NoSender);
        hold.Release();
        return await turn.Task.WaitAsync(Trial.Patience) < Rounds;
    }

    public sealed class Unstable(Settings settings, Config config) : UnboundedPriorityMailbox(settings, config)
    {
        private readonly bool _isSame = config.GetBoolean("same");

        protected override int PriorityGenerator(object message) => _isSame || message is int ? 0 : 1;
    }

    public sealed class Stable(Settings settings, Config config) : UnboundedStablePriorityMailbox(settings, config)
    {
        private readonly bool _isSame = config.GetBoolean("same");

        protected override int PriorityGenerator(object message) => _isSame || message is int ? 0 : 1;
    }

    public sealed class Instrumented(Settings settings, Config config) : UnboundedPriorityInstrumentedMailbox(settings, config)
    {
        private readonly bool _isSame = config.GetBoolean("same");

        protected override int PriorityGenerator(object message) => _isSame || message is int ? 0 : 1;
    }

    private sealed class Waits(TimeSpan until) : Waiting(until), IWithStash;

    private sealed class WaitsUnbounded(TimeSpan until) : Waiting(until), IWithUnboundedStash;

    /// <summary>Waits for a message that never comes, until the time-out of that state; rejects what its stash has no place for.</summary>
    private abstract class Waiting : ReceiveActor
    {
        protected Waiting(TimeSpan until)
        {
            if (until > TimeSpan.Zero)
            {
                SetReceiveTimeout(until);
            }

            Receive<ReceiveTimeout>(_ =>
            {
                SetReceiveTimeout(null);
                Become(() => ReceiveAny(message => Sender.Tell(message)));
                Stash.UnstashAll();
            });
            ReceiveAny(_ =>
            {
                try
                {
                    Stash.Stash();
                }
                catch (StashOverflowException)
                {
                    Sender.Tell("rejected");
                }
            });
        }

        public IStash Stash { get; set; } = null!;
    }
}
