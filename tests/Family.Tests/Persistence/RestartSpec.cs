using Akka.Pattern;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Kinds of persisting are mixed, journals refuse and supervisors restart: no handler gets into the trace of another command.</summary>
public sealed class RestartSpec
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_actor_that_restarts_swaps_and_loses_no_trace(bool withEventsInFlight)
    {
        const int Rounds = 20;
        using var gate = new ScriptedJournal.Gate();
        await using var system = Systems.Instrumented($"{gate.Hocon}\nakka.loglevel = OFF");
        using var listener = Recorded.Everything();
        var told = new Told();
        var account = await Account.Recovered(system, told.Actor(system));
        for (var round = 0; round < Rounds; round++)
        {
            if (withEventsInFlight)
            {
                // written, but the answer comes after the restart: Akka calls no handler
                gate.Close();
                told.Sends(-1, new Account.PersistsAsync(-1), account);
                await Eventually.Equal(1, () => gate.Waiting);
            }

            told.Sends(-1, new Account.Fails(), account);

            // these wait until the actor has recovered
            told.Sends(2 * round, new Account.Persists(2 * round), account);
            told.Sends((2 * round) + 1, new Account.PersistsAsync((2 * round) + 1), account);
            gate.Open();
            await Eventually.Equal(2 * (round + 1), () => told.Found.Count);
        }

        await told.AllAreInTheirTraces(2 * Rounds);
    }

    [Fact]
    public async Task An_actor_that_a_failed_write_stops_and_a_supervisor_starts_again_swaps_no_trace()
    {
        await using var system = Systems.Instrumented($"{ScriptedJournal.Hocon("fails")}\nakka.loglevel = OFF");
        using var listener = Recorded.Everything();
        var told = new Told();
        var supervisor = system.ActorOf(BackoffSupervisor.Props(Backoff.OnStop(
            Account.Props(told.Actor(system)), "account", TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(2), 0, -1)));
        for (var i = 0; i < 20; i++)
        {
            // a command that comes before the next start is lost
            await Eventually.Equal(i + 1, () => told.Recoveries);
            told.Sends(i, new Account.Persists(i), supervisor);
            await Eventually.True(() => told.Found.ContainsKey(i));
        }

        await told.AllAreInTheirTraces(20);
    }
}
