using Akka.Actor;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>Somebody begins to listen while a journal writes. Listeners are those of the process, so no other test may have one.</summary>
[Collection(Alone.Name)]
public sealed class LateListenerSpec
{
    [Fact]
    public async Task The_write_that_waits_for_that_one_is_measured()
    {
        using var gate = new HeldJournal.Gate();
        await using var system = Systems.Instrumented(gate.Hocon);
        var account = await Account.Recovered(system, system.ActorOf((_, _) => { }));
        gate.Close();
        account.Tell(new Account.PersistsAsync(1), ActorRefs.NoSender);
        await Eventually.Equal(1, () => gate.Waiting);
        using var metrics = new MetricRecorder(system);

        // who begins to listen during a run of a mailbox is noticed by the next one
        await Eventually.True(() =>
        {
            account.Tell("are you counted?", ActorRefs.NoSender);
            return metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.ActorType, "Account")) > 0;
        });
        account.Tell(new Account.PersistsAsync(2), ActorRefs.NoSender);
        await account.Ask<string>("handled?", TimeSpan.FromSeconds(60));
        gate.Open();

        // the answer for the first event comes when the second request is already on its way
        await Eventually.Equal(1, () => metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "Account")).Count);
    }
}
