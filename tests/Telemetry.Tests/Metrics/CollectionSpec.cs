using Akka.Actor;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Collections while mailboxes come, count and go, on several threads and for several readers.</summary>
public sealed class CollectionSpec
{
    private const int Threads = 4;
    private const int MailboxesEach = 3_000;
    private const int MessagesEach = 3;

    [Fact]
    public async Task Sums_are_exact_at_the_end_and_go_back_for_no_reader_in_between()
    {
        await using var system = Systems.Plain();
        var actor = system.ActorOf(Echo.Props);
        await actor.Ask<int>(1);
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        using var first = new MetricRecorder(system);
        using var second = new MetricRecorder(system.Name, name => name == AkkaMetricNames.ActorMessages || name == AkkaMetricNames.ActorStopped);

        var working = true;
        var readers = new[] { first, first, second }.Select(reader => Dedicated(() => Read(reader, () => Volatile.Read(ref working)))).ToList();
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(_ => Dedicated(() => Work(instrumentation, actor))));
        Volatile.Write(ref working, false);
        var collections = await Task.WhenAll(readers);

        Assert.All(collections, count => Assert.True(count > 0));
        foreach (var reader in new[] { first, second })
        {
            Assert.Equal(Threads * MailboxesEach * MessagesEach, reader.Sum(AkkaMetricNames.ActorMessages));
            Assert.Equal(Threads * MailboxesEach, reader.Sum(AkkaMetricNames.ActorStopped));
        }

        Assert.Equal(Threads * MailboxesEach, first.Sum(AkkaMetricNames.ActorStarted));
        Assert.Equal(0, first.Sum(AkkaMetricNames.ActorLive));
    }

    [Fact]
    public void Mailboxes_that_stop_during_a_walk_are_counted_once()
    {
        var actor = ActorTypes.One();
        var mailboxes = Enumerable.Range(0, 100).Select(_ => new Stoppable()).ToList();
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
            actor.Mailboxes.Add(new Stoppable());
        };
        var during = actor.Mailboxes.Walk();
        var after = actor.Mailboxes.Walk();

        Assert.Equal((100, 100, 0), (during.Messages.Sum(message => message.Messages), during.Started, during.Stopped));
        Assert.Equal((100, 101, 100), (after.Messages.Sum(message => message.Messages), after.Started, after.Stopped));
    }

    [Fact]
    public void Of_mailboxes_that_stop_in_any_order_those_that_are_left_are_read()
    {
        var actor = ActorTypes.One();
        var random = new Random(1);
        var live = new List<Stoppable>();
        for (var step = 0; step < 5_000; step++)
        {
            if (live.Count == 0 || random.Next(5) < 3)
            {
                live.Add(new Stoppable());
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
        Assert.Equal(live.ToHashSet(), seen.Cast<Stoppable>().ToHashSet());
        Assert.Equal(live.Count, seen.Count);
        Assert.Equal(live.Count, actor.Mailboxes.Walk().Live);
    }

    [Fact]
    public async Task A_mailbox_that_stopped_before_it_was_added_is_not_kept()
    {
        await using var system = Systems.Plain();
        using var metrics = new MetricRecorder(system);
        var actor = ActorTypes.One();
        var recorder = new MailboxRecorder(AkkaInstrumentationExtension.For(system.System), system.ActorOf(Echo.Props), new UnboundedMessageQueue());
        actor.Mailboxes.Remove(recorder);
        actor.Mailboxes.Add(recorder);
        actor.Mailboxes.Remove(recorder);

        var totals = actor.Mailboxes.Walk();
        Assert.Equal((1, 1, 0), (totals.Started, totals.Stopped, totals.Live));
    }

    private static void Work(AkkaInstrumentationExtension instrumentation, IActorRef actor)
    {
        for (var i = 0; i < MailboxesEach; i++)
        {
            var recorder = Add(instrumentation, actor);
            for (var j = 1; j < MessagesEach; j++)
            {
                recorder.NextMessage(taken: true, new StampedEnvelope(new Envelope("message", ActorRefs.NoSender)));
            }

            recorder.Detach();
        }
    }

    // with its first message it finds its actor type and registers
    private static MailboxRecorder Add(AkkaInstrumentationExtension instrumentation, IActorRef actor, IMessageQueue? queue = null)
    {
        var recorder = new MailboxRecorder(instrumentation, actor, queue ?? new UnboundedMessageQueue());
        recorder.NextMessage(taken: true, new StampedEnvelope(new Envelope("message", ActorRefs.NoSender)));
        return recorder;
    }

    private static int Read(MetricRecorder reader, Func<bool> more)
    {
        var last = new Dictionary<string, double>();
        var collections = 0;
        do
        {
            foreach (var measured in reader.Poll())
            {
                if (measured.Name is AkkaMetricNames.ActorMessages or AkkaMetricNames.ActorStarted or AkkaMetricNames.ActorStopped)
                {
                    Assert.True(measured.Value >= last.GetValueOrDefault(measured.Name), $"{measured} was {last.GetValueOrDefault(measured.Name)}");
                    last[measured.Name] = measured.Value;
                }
                else if (measured.Name == AkkaMetricNames.ActorLive)
                {
                    Assert.InRange(measured.Value, 0, Threads);
                }
            }

            collections++;
        }
        while (more());
        return collections;
    }

    private static Task<T> Dedicated<T>(Func<T> work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static Task Dedicated(Action work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private sealed class Stoppable : ObservedMailbox
    {
        public MessageCells Own;

        public Action? WhenRead { get; set; }

        public override int Depth
        {
            get
            {
                WhenRead?.Invoke();
                return 1;
            }
        }

        public override long OldestEnqueuedAt => 0;

        public override MessageCells Cells => Own;

        public override IActorRef Self => ActorRefs.Nobody;

        public override string Path => "/user/test";

        public override TimeSpan? CurrentWait => null;
    }
}
