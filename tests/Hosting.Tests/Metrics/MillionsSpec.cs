namespace AkkaInstrumentation.Tests;

/// <summary>
/// A million messages over a thousand actors that restart and stop at random, while an SDK and a raw listener collect all the time and further
/// listeners come and go: every sum is exact at the end and none went back on the way. <c>ACCEPTANCE_MESSAGES</c> sets another number.
/// </summary>
[Trait("Category", "Acceptance")]
[Collection(Alone.Name)]
public sealed class MillionsSpec
{
    private const int Actors = 1_000;
    private const int Senders = 2;
    private const int MaxWaiting = 100_000;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static readonly int Messages =
        int.TryParse(Environment.GetEnvironmentVariable("ACCEPTANCE_MESSAGES"), out var messages) ? messages : 1_000_000;

    [Fact]
    public async Task Every_message_is_counted_once()
    {
        await using var host = await TestHost.Start(
            akka => akka.AddHocon(ConfigurationFactory.ParseString("akka.loglevel = OFF"), HoconAddMode.Prepend).WithInstrumentation());
        using var raw = new MetricRecorder(host.System.Name, name => name != AkkaMetricNames.MailboxWaitDuration
            && name != AkkaMetricNames.ActorProcessDuration);
        var books = new Books();
        var working = true;
        var collectors = new[]
        {
            Dedicated(() => Collect(() => OfSdk(host, AkkaMetricNames.ActorMessages), () => Volatile.Read(ref working))),
            Dedicated(() => Collect(() => raw.Sum(AkkaMetricNames.ActorMessages, Tag) ?? 0, () => Volatile.Read(ref working))),
            Dedicated(() => Collect(() => OfPassingListener(host), () => Volatile.Read(ref working))),
        };

        var stopped = await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Dedicated(() => Send(host.System, books, sender))));
        await Eventually.Equal(Messages, () => books.Handled, Patience);
        await Eventually.Equal(stopped.Sum(), () => raw.Sum(AkkaMetricNames.ActorStopped, Type) ?? 0, Patience);
        Volatile.Write(ref working, false);
        Assert.All(await Task.WhenAll(collectors), collections => Assert.True(collections > 0));

        Assert.True(books.Failed > 0 && stopped.Sum() > 0);
        await Eventually.Equal(Messages, () => raw.Sum(AkkaMetricNames.ActorMessages, Tag));
        Assert.Equal(Messages, OfSdk(host, AkkaMetricNames.ActorMessages));
        Assert.Equal(books.Failed, raw.Sum(AkkaMetricNames.ActorFailures, Type));
        await Eventually.Equal(books.Failed, () => raw.Sum(AkkaMetricNames.ActorRestarts, Type));
        Assert.Equal(Actors + stopped.Sum(), raw.Sum(AkkaMetricNames.ActorStarted, Type));
        Assert.Equal(Actors, raw.Sum(AkkaMetricNames.ActorLive, Type));
        Assert.Equal(0, raw.Sum(AkkaMetricNames.MailboxDepth, Type));
    }

    private static (string Key, object? Value) Tag => (AkkaSpanAttributes.MessageType, "MillionsSpec.Job");

    private static (string Key, object? Value) Type => (AkkaSpanAttributes.ActorType, "MillionsSpec.Worker");

    // An actor's last message is its poison: what one sender sends before it is handled, and what comes later goes to its successor.
    private static long Send(ActorSystem system, Books books, int sender)
    {
        var random = new Random(sender);
        var actors = Enumerable.Range(0, Actors / Senders).Select(_ => system.ActorOf(Worker.Props(books))).ToArray();
        var stopped = 0L;
        for (var i = 0; i < Messages / Senders; i++)
        {
            ref var actor = ref actors[random.Next(actors.Length)];
            var chance = random.Next(20_000);
            actor.Tell(chance == 0 ? Job.Failing : Job.Plain, ActorRefs.NoSender);
            if (chance == 1)
            {
                actor.Tell(PoisonPill.Instance, ActorRefs.NoSender);
                actor = system.ActorOf(Worker.Props(books));
                stopped++;
            }

            if (i % 1_000 == 0)
            {
                SpinWait.SpinUntil(() => ((long)i * Senders) - books.Handled < MaxWaiting, Patience);
            }
        }

        return stopped;
    }

    private static int Collect(Func<long> sum, Func<bool> more)
    {
        var collections = 0;
        var last = 0L;
        do
        {
            var now = sum();
            Assert.True(now >= last, $"{last} went back to {now}");
            last = now;
            collections++;
        }
        while (more());
        return collections;
    }

    private static long OfSdk(TestHost host, string metric) =>
        host.Points().Where(point => point.Metric == metric && point.Has(Tag.Key, Tag.Value)).Sum(point => point.Value);

    private static long OfPassingListener(TestHost host)
    {
        using var listener = new MetricRecorder(host.System.Name);
        return listener.Sum(AkkaMetricNames.ActorMessages, Tag) ?? 0;
    }

    private static Task<T> Dedicated<T>(Func<T> work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>What the handlers know of themselves.</summary>
    private sealed class Books
    {
        private long _handled;
        private long _failed;

        public long Handled => Interlocked.Read(ref _handled);

        public long Failed => Interlocked.Read(ref _failed);

        public void HandledOne() => Interlocked.Increment(ref _handled);

        public void FailedOne() => Interlocked.Increment(ref _failed);
    }

    private sealed record Job(bool Fails)
    {
        public static readonly Job Plain = new(false);
        public static readonly Job Failing = new(true);
    }

    private sealed class Worker(Books books) : UntypedActor
    {
        public static Props Props(Books books) => Akka.Actor.Props.Create(() => new Worker(books));

        protected override void OnReceive(object message)
        {
            books.HandledOne();
            if (message is Job { Fails: true })
            {
                books.FailedOne();
                throw new InvalidOperationException("now and then");
            }
        }
    }
}
