namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>A mailbox may contain a user's queue. However long its count takes, actors start and stop.</summary>
public sealed class SlowQueueSpec
{
    [Theory]
    [InlineData(nameof(MailboxRegistry.Walk))]
    [InlineData(nameof(MailboxRegistry.ForEachWaiting))]
    public async Task Actors_start_and_stop_while_a_reader_waits_for_the_count_of_a_queue(string reader)
    {
        using var counting = new Hold();
        var mailboxes = Fake.Actor().Mailboxes;
        var slow = new FakeMailbox { WhenRead = counting.Pass };
        mailboxes.Add(slow);
        var reading = Task.Factory.StartNew(() => Read(mailboxes, reader), CancellationToken.None,
            TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await counting.Entered;

        // The reader is inside the queue's count.
        await Eventually.Within(Task.Run(() =>
        {
            var other = new FakeMailbox();
            mailboxes.Add(other);
            mailboxes.Remove(other);
            mailboxes.Remove(slow);
        }));

        Assert.False(reading.IsCompleted);
        Assert.True(slow.IsGone);
        counting.Release();
        await Eventually.Within(reading);
    }

    private static void Read(MailboxRegistry mailboxes, string reader)
    {
        if (reader == nameof(MailboxRegistry.Walk))
        {
            mailboxes.Walk();
        }
        else
        {
            mailboxes.ForEachWaiting((_, _) => { });
        }
    }
}
