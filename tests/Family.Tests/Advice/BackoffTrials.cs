using Akka.Pattern;
using AkkaInstrumentation.Tests.Persistence;

namespace AkkaInstrumentation.Tests.Advice;

/// <summary>Actors that cannot start, recover or write, and the supervisors that start them again after a pause.</summary>
internal static class BackoffTrials
{
    private const string Quiet = "akka.loglevel = OFF";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Never = TimeSpan.FromHours(1);

    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.FailingStore, "BackoffSupervisor", StartsAgainAfterAWriteHasFailed),
        new(AkkaCauseKinds.FailingStore, "Backoff.OnStop", StartsAgainAfterAWriteHasFailed),
        new(AkkaCauseKinds.FailingStore, "Backoff.OnFailure", StopsToo),
        new(AkkaCauseKinds.RestartLoop, "BackoffSupervisor", RestartsAfterAPause),
        new(AkkaCauseKinds.CannotRecover, "stops the actor each time it starts", StopsEachTime),
        new(AkkaCauseKinds.CannotStart, "constructor", () => CannotStart(Props.Create(() => new Unbuilt()))),
        new(AkkaCauseKinds.CannotStart, "PreStart", () => CannotStart(
            Hooked.Props(new() { PreStart = _ => throw new InvalidOperationException("the setting is missing") }))),
        new(AkkaCauseKinds.Discarded, "BackoffSupervisor", GivesToTheDeadLetters),
        new(AkkaCauseKinds.Discarded, "WithReplyWhileStopped", Replies),
    ];

    private static async Task StartsAgainAfterAWriteHasFailed()
    {
        var fails = true;
        var journal = new ScriptedJournal.Script
        {
            Write = (write, _) => Volatile.Read(ref fails) ? throw new InvalidOperationException("the database is away") : write(),
        };
        await using var system = Systems.Instrumented($"{journal.Hocon}\n{Quiet}");
        var (recoveries, persisted) = (0, new ConcurrentQueue<int>());
        var notified = system.ActorOf((_, message) =>
        {
            if (message is Account.Ready)
            {
                Interlocked.Increment(ref recoveries);
            }
            else if (!Volatile.Read(ref fails))
            {
                persisted.Enqueue(((Account.Persisted)message).Number);
            }
        });
        var supervisor = system.ActorOf(BackoffSupervisor.Props(
            Backoff.OnStop(Account.Props(notified), "account", Pause, 2 * Pause, randomFactor: 0, maxNrOfRetries: -1)));
        await supervisor.Ask<string>("ready?", Trial.Patience);
        supervisor.Tell(new Account.Persists(1), ActorRefs.NoSender);

        // Akka stops an actor whose write has failed
        await Eventually.Equal(2, () => Volatile.Read(ref recoveries));
        Volatile.Write(ref fails, false);
        await supervisor.Ask<string>("ready?", Trial.Patience);
        supervisor.Tell(new Account.Persists(2), ActorRefs.NoSender);
        await Eventually.Equal(1, () => persisted.Count);
        Assert.Equal([2], persisted);
    }

    // The child stops without an exception, and its supervisor with it.
    private static async Task StopsToo()
    {
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon("fails")}\n{Quiet}");
        var supervisor = system.ActorOf(BackoffSupervisor.Props(
            Backoff.OnFailure(Account.Props(system.ActorOf(Echo.Props)), "account", Pause, Pause, randomFactor: 0, maxNrOfRetries: -1)));
        await supervisor.Ask<string>("ready?", Trial.Patience);
        supervisor.Tell(new Account.Persists(1), ActorRefs.NoSender);
        await supervisor.WatchAsync().WaitAsync(Trial.Patience);
    }

    private static async Task RestartsAfterAPause()
    {
        const int Failures = 3;
        await using var system = Systems.Instrumented(Quiet);
        var (started, failed) = (new ConcurrentQueue<long>(), new ConcurrentQueue<long>());
        var child = Hooked.Props(new()
        {
            PreStart = _ => started.Enqueue(Stopwatch.GetTimestamp()),
            Handle = (context, message) =>
            {
                if (message is "fail")
                {
                    failed.Enqueue(Stopwatch.GetTimestamp());
                    throw new InvalidOperationException("as planned");
                }

                context.Sender.Tell(message);
            },
        });
        var supervisor = system.ActorOf(BackoffSupervisor.Props(
            Backoff.OnFailure(child, "child", Pause, Pause, randomFactor: 0, maxNrOfRetries: -1)));
        for (var i = 1; i <= Failures; i++)
        {
            await Eventually.Equal(i, () => started.Count);
            supervisor.Tell("fail", ActorRefs.NoSender);
        }

        await Eventually.Equal(Failures + 1, () => started.Count);
        Assert.All(failed.Zip(started.Skip(1), Stopwatch.GetElapsedTime), pause =>
            Assert.InRange(pause, Pause - TimeSpan.FromMilliseconds(30), TimeSpan.MaxValue));

        // the message that fails is not handled again, and those behind it are
        Assert.Equal("next", await supervisor.Ask<string>("next", Trial.Patience));
    }

    private static async Task StopsEachTime()
    {
        await using var system = Systems.Instrumented(Quiet);
        var id = Account.NewId();
        var account = system.ActorOf(Account.Props(id, system.ActorOf(Echo.Props)));
        account.Tell(new Account.Persists(1), ActorRefs.NoSender);
        await account.Ask<string>("ready?", Trial.Patience);
        await account.GracefulStop(Trial.Patience);
        for (var i = 0; i < 3; i++)
        {
            var again = system.ActorOf(Props.Create(() => new Outdated(id)));
            await again.WatchAsync().WaitAsync(Trial.Patience);
        }
    }

    // Many of a type, which is what the diagnosis counts.
    private static async Task CannotStart(Props props)
    {
        await using var system = Systems.Instrumented(Quiet).Measured(out _);
        for (var i = 0; i < 20; i++)
        {
            system.System.ActorOf(props);
        }

        await Eventually.True(() => AkkaDiagnosis.Read(system.System).Causes.Any(cause => cause.Kind == AkkaCauseKinds.CannotStart));
    }

    private static async Task GivesToTheDeadLetters()
    {
        await using var system = Systems.Instrumented(Quiet);
        var lost = new TaskCompletionSource<object>();
        system.System.EventStream.Subscribe(system.ActorOf((_, message) => lost.TrySetResult(((DeadLetter)message).Message)), typeof(DeadLetter));
        var supervisor = await Stopped(system, options => options);
        supervisor.Tell("lost", ActorRefs.NoSender);
        Assert.Equal("lost", await lost.Task.WaitAsync(Trial.Patience));
    }

    private static async Task Replies()
    {
        await using var system = Systems.Instrumented(Quiet);
        var supervisor = await Stopped(system, options => options.WithReplyWhileStopped("come back later"));
        Assert.Equal("come back later", await supervisor.Ask<string>("question", Trial.Patience));
    }

    // A supervisor whose child is stopped.
    private static async Task<IActorRef> Stopped(TestSystem system, Func<BackoffOptions, BackoffOptions> with)
    {
        var child = Handler.Props((context, _) => context.Stop(context.Self));
        var supervisor = system.ActorOf(BackoffSupervisor.Props(with(
            Backoff.OnStop(child, "child", Never, Never, randomFactor: 0, maxNrOfRetries: -1))));
        supervisor.Tell("stop", ActorRefs.NoSender);
        await Eventually.True(async () =>
            (await supervisor.Ask<BackoffSupervisor.CurrentChild>(BackoffSupervisor.GetCurrentChild.Instance, Trial.Patience)).Ref.IsNobody());
        return supervisor;
    }

    private sealed class Unbuilt : UntypedActor
    {
        public Unbuilt() => throw new InvalidOperationException("the setting is missing");

        protected override void OnReceive(object message)
        {
        }
    }

    /// <summary>Cannot take an event that another version has written.</summary>
    private sealed class Outdated(string id) : UntypedPersistentActor
    {
        public override string PersistenceId => id;

        protected override void OnCommand(object message)
        {
        }

        protected override void OnRecover(object message) => Fail.If(message is Account.Persisted);
    }
}
