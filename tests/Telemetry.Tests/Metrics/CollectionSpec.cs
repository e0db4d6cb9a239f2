namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Collections while mailboxes come and go.</summary>
public sealed class CollectionSpec
{
    [Fact]
    public void Mailboxes_that_stop_during_a_walk_are_counted_once()
    {
        var actor = ActorTypes.One();
        var dispatcher = new DispatcherMeter("system", "dispatcher", TimingRate.All);
        var mailboxes = Enumerable.Range(0, 100).Select(_ => new FakeMailbox { Meter = dispatcher, Runs = 3 }).ToList();
        mailboxes.ForEach(mailbox =>
        {
            mailbox.Own.For(actor, Support.NoRules, typeof(string)).Count();
            actor.Mailboxes.Add(mailbox);
        });

        // when the first is read, all others stop, and one starts
        mailboxes[0].WhenRead = () =>
        {
            mailboxes[0].WhenRead = null;
            mailboxes.ForEach(actor.Mailboxes.Remove);
            actor.Mailboxes.Add(new FakeMailbox());
        };
        var during = actor.Mailboxes.Walk();
        var runsDuring = dispatcher.Walked;
        dispatcher.Walked = 0;
        var after = actor.Mailboxes.Walk();

        Assert.Equal((100, 100, 0), (during.Messages.Sum(message => message.Messages), during.Started, during.Stopped));
        Assert.Equal((300, 300), (runsDuring, dispatcher.Walked));
        Assert.Equal((100, 101, 100), (after.Messages.Sum(message => message.Messages), after.Started, after.Stopped));
    }

    [Fact]
    public void Of_mailboxes_that_stop_in_any_order_those_that_are_left_are_read()
    {
        var actor = ActorTypes.One();
        var random = new Random(1);
        var live = new List<FakeMailbox>();
        for (var step = 0; step < 5_000; step++)
        {
            if (live.Count == 0 || random.Next(5) < 3)
            {
                live.Add(new FakeMailbox());
                actor.Mailboxes.Add(live[^1]);
            }
            else
            {
                var gone = live[random.Next(live.Count)];
                live.Remove(gone);
                actor.Mailboxes.Remove(gone);
                actor.Mailboxes.Remove(gone);
            }
        }

        var seen = new List<ObservedMailbox>();
        actor.Mailboxes.ForEachWaiting((mailbox, _) => seen.Add(mailbox));
        Assert.Equal(live.ToHashSet(), seen.Cast<FakeMailbox>().ToHashSet());
        Assert.Equal(live.Count, seen.Count);
        Assert.Equal(live.Count, actor.Mailboxes.Walk().Live);
    }

    [Fact]
    public async Task A_mailbox_that_stopped_before_it_was_added_is_not_kept()
    {
        await using var system = Systems.Plain().Measured(out _);
        var actor = ActorTypes.One();
        var recorder = new MailboxRecorder(AkkaInstrumentationExtension.For(system.System), system.ActorOf(Echo.Props), new UnboundedMessageQueue());
        actor.Mailboxes.Remove(recorder);
        actor.Mailboxes.Add(recorder);
        actor.Mailboxes.Remove(recorder);

        var totals = actor.Mailboxes.Walk();
        Assert.Equal((1, 1, 0), (totals.Started, totals.Stopped, totals.Live));
    }
}
