using Akka.Actor;
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
    public async Task All_instruments_of_a_collection_share_one_walk()
    {
        await using var system = Systems.Plain();
        using var metrics = new MetricRecorder(system);
        Add(AkkaInstrumentationExtension.For(system.System), system.ActorOf(Echo.Props));

        // a thread that is interrupted walks again, and so does one beside which another collects: the fewest count
        var fewest = Enumerable.Range(0, 300).Min(_ =>
        {
            var before = CollectionCycle.Walks;
            metrics.Poll();
            return CollectionCycle.Walks - before;
        });
        Assert.Equal(1, fewest);
    }

    [Fact]
    public async Task What_was_counted_before_a_collection_is_in_it()
    {
        await using var system = Systems.Plain();
        using var metrics = new MetricRecorder(system);
        var recorder = Add(AkkaInstrumentationExtension.For(system.System), system.ActorOf(Echo.Props));
        for (var i = 2; i < 2_000; i++)
        {
            recorder.NextMessage(taken: true, new StampedEnvelope(new Envelope("message", ActorRefs.NoSender)));
            Assert.Equal(i, metrics.Sum(AkkaMetricNames.ActorMessages));
        }
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
    private static MailboxRecorder Add(AkkaInstrumentationExtension instrumentation, IActorRef actor)
    {
        var recorder = new MailboxRecorder(instrumentation, actor, new UnboundedMessageQueue());
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
}
