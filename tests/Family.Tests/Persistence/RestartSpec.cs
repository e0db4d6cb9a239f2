using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Pattern;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Kinds of persisting are mixed, journals refuse and supervisors restart: no handler gets into the trace of another command.</summary>
public sealed class RestartSpec
{
    /// <summary>By the command's number: the traces of its handlers.</summary>
    private sealed class Found : ConcurrentDictionary<int, ActivityTraceId>
    {
        private int _recoveries;

        public int Recoveries => Volatile.Read(ref _recoveries);

        public IActorRef Actor(TestSystem system) => system.ActorOf((_, message) =>
        {
            if (message is Account.Ready)
            {
                Interlocked.Increment(ref _recoveries);
            }

            if (message is Account.Persisted persisted)
            {
                TryAdd(persisted.Number, Activity.Current is { Recorded: true } current ? current.TraceId : default);
            }
        });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Kinds_that_are_mixed_swap_no_trace(bool withSenders)
    {
        const int Commands = 600;
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var found = new Found();
        var account = await Account.Recovered(system, found.Actor(system));
        var expected = new ActivityTraceId[Commands];
        for (var i = 0; i < Commands; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            account.Tell(
                (i % 5) switch
                {
                    0 or 3 => new Account.PersistsAsync(i),
                    1 => new Account.Persists(i),
                    2 => new Account.PersistsAll(i, 2),
                    _ => (object)new Account.Defers(i),
                },
                withSenders ? system.ActorOf((_, _) => { }) : ActorRefs.NoSender);
        }

        await Eventually.Equal(Commands, () => found.Count, TimeSpan.FromMinutes(1));
        if (withSenders)
        {
            Assert.Equal(expected, Enumerable.Range(0, Commands).Select(i => found[i]));
            return;
        }

        // nobody can tell whose the events are that wait for a write
        Assert.All(Enumerable.Range(0, Commands), i => Assert.True(found[i] == expected[i] || !expected.Contains(found[i]), $"{i} is in another trace"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_actor_that_restarts_swaps_and_loses_no_trace(bool withEventsInFlight)
    {
        const int Rounds = 20;
        using var gate = new HeldJournal.Gate();
        await using var system = Systems.Instrumented($"{gate.Hocon}\nakka.loglevel = OFF");
        using var listener = Recorded.Everything();
        var found = new Found();
        var account = await Account.Recovered(system, found.Actor(system));
        var expected = new Dictionary<int, ActivityTraceId>();
        for (var round = 0; round < Rounds; round++)
        {
            if (withEventsInFlight)
            {
                // written, but the answer comes after the restart: Akka calls no handler
                gate.Close();
                Send(new Account.PersistsAsync(-1));
                await Eventually.Equal(1, () => gate.Waiting);
            }

            Send(new Account.Fails());

            // these wait until the actor has recovered
            Send(new Account.Persists(2 * round), 2 * round);
            Send(new Account.PersistsAsync((2 * round) + 1), (2 * round) + 1);
            gate.Open();
            await Eventually.Equal(2 * (round + 1), () => found.Count);
        }

        Assert.Equal(expected.OrderBy(pair => pair.Key), found.OrderBy(pair => pair.Key));

        void Send(object command, int? number = null)
        {
            using var root = Recorded.Root();
            if (number is { } its)
            {
                expected[its] = root.TraceId;
            }

            account.Tell(command, ActorRefs.NoSender);
        }
    }

    [Fact]
    public async Task An_actor_that_a_failed_write_stops_and_a_supervisor_starts_again_swaps_no_trace()
    {
        await using var system = Systems.Instrumented($"{RefusingJournal.Hocon("fails")}\nakka.loglevel = OFF");
        using var listener = Recorded.Everything();
        var found = new Found();
        var notified = found.Actor(system);
        var supervisor = system.ActorOf(BackoffSupervisor.Props(Backoff.OnStop(
            Account.Props(notified), "account", TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(2), 0, -1)));
        var expected = new Dictionary<int, ActivityTraceId>();
        for (var i = 0; i < 20; i++)
        {
            // a command that comes before the next start is lost
            await Eventually.Equal(i + 1, () => found.Recoveries);
            using (var root = Recorded.Root())
            {
                expected[i] = root.TraceId;
                supervisor.Tell(new Account.Persists(i), ActorRefs.NoSender);
            }

            await Eventually.True(() => found.ContainsKey(i));
        }

        Assert.Equal(expected.OrderBy(pair => pair.Key), found.OrderBy(pair => pair.Key));
    }
}
