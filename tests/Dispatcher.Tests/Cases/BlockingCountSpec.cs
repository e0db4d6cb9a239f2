namespace AkkaInstrumentation.Tests.Cases;

/// <summary>A user's own queue whose <c>Count</c> does not return. It would hold up the watches too, so nothing else runs meanwhile.</summary>
[Collection(Alone.Name)]
public sealed class BlockingCountSpec
{
    [Fact]
    public async Task It_holds_up_no_collection_no_actor_and_no_end_of_a_system()
    {
        await using var system = Systems.Instrumented(UsersMailbox.Hocon);
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var handled = 0;
        var actor = system.ActorOf(Handler.Props((_, _) =>
        {
            hold.Pass();
            Interlocked.Increment(ref handled);
        }).WithMailbox("mine"));
        actor.TellNumbers(6);

        // the one in work is not in the queue
        await Eventually.Equal(5, () => metrics.Sum(AkkaMetricNames.MailboxDepth));
        using var asked = new Hold();
        try
        {
            UsersMailbox.QueueOf(system).Meets = member =>
            {
                if (member == nameof(IMessageQueue.Count))
                {
                    asked.Pass();
                }
            };
            await asked.Entered;

            hold.Release();
            await Eventually.Equal(6, () => Volatile.Read(ref handled));
            Assert.Equal(6, await Eventually.Within(Task.Run(() => metrics.Sum(AkkaMetricNames.ActorMessages))));
            await using (Systems.Instrumented())
            {
                // its end needs the figures of no other system
            }

            await Eventually.Within(system.System.Terminate());
        }
        finally
        {
            asked.Release();
        }
    }
}
