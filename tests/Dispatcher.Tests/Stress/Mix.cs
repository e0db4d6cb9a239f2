using Akka.Actor.Setup;

namespace AkkaInstrumentation.Tests.Stress;

/// <summary>Actors on every kind of dispatcher in one system, and the drivers that keep them at work.</summary>
internal sealed class Mix : IAsyncDisposable
{
    private const int EachKindOn = 3;
    private const long MaxUnderWay = 2_000;

    private static readonly string[] Dispatchers = ["pool", "three", "threads", "task", "channel", "pinned", "calling"];

    private static readonly string Hocon =
        """
        stress {
          pool     { type = Dispatcher, executor = default-executor, throughput = 30 }
          three    { type = Dispatcher, executor = fork-join-executor, throughput = 1, dedicated-thread-pool { thread-count = 3, threadtype = background } }
          threads  { type = Dispatcher, executor = thread-pool-executor, throughput = 3 }
          task     { type = TaskDispatcher, throughput = 5 }
          channel  { type = Dispatcher, executor = channel-executor, throughput = 2 }
          pinned   { type = PinnedDispatcher, throughput = 4, shutdown-timeout = 50ms }
          calling  { type = "Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit" }
        }
        akka { loglevel = OFF, stdout-loglevel = OFF, log-dead-letters = off, coordinated-shutdown.run-by-clr-shutdown-hook = off }
        akka.instrumentation {
          tracing.sampling { ratio = 0.5, unsampled-trace-ids = always }
          rules {
            never  { message = Never, trace = never }
            inside { message = OnlyInside, trace = only-in-trace }
            always { message = Always, trace = always }
            linked { message = Linked, relation = link }
          }
        }
        """;

    private readonly TestSystem _system;
    private readonly IActorRef[] _workers;
    private int _generation;

    public Mix()
    {
        AkkaMessageFilter filter = (message, _) =>
            message.Message is Cursed { Seed: var seed } && seed % 3 == 0 ? throw new InvalidOperationException("on purpose") : true;
        var config = AkkaInstrumentationConfig.Defaults.WithFallback(ConfigurationFactory.ParseString(Hocon));
        _system = new TestSystem(ActorSystem.Create(
            Prefix,
            ActorSystemSetup.Create(BootstrapSetup.Create().WithConfig(config), new InstrumentationSetup(Config.Empty, filter))));
        _system.System.EventStream.Subscribe(_system.ActorOf(Observe), typeof(DeadLetter));
        _workers = new IActorRef[Dispatchers.Length * 3 * EachKindOn];
        for (var place = 0; place < _workers.Length; place++)
        {
            Start(place);
        }
    }

    public string Prefix { get; } = $"mix-{Guid.NewGuid():N}"[..12];

    public string Name => _system.Name;

    public Books Books { get; } = new();

    public IActorRef Any(Random random) => Volatile.Read(ref _workers[random.Next(_workers.Length)]);

    /// <summary>To be sent at once; from now on it is expected somewhere.</summary>
    public Job New(Way way, IActorRef to, Where sent, int hops, Random random)
    {
        var job = Job.Random(sent, hops, random);
        job.Goes(way, to);
        Books.IsSent(job);
        return job;
    }

    /// <summary>
    /// The one there has stopped, or is about to. Elsewhere and not at once: what is sent to an actor before it has started is enqueued by another
    /// thread, which does not know in what it was sent.
    /// </summary>
    public void Replace(int place) => ThreadPool.UnsafeQueueUserWorkItem(_ => Start(place), null);

    /// <summary>Sends and disturbs until time is up. A thread of its own.</summary>
    public void Drive(Random random, TimeSpan time)
    {
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < time;)
        {
            SpinWait.SpinUntil(() => Books.Sent - Books.Finished < MaxUnderWay, TimeSpan.FromSeconds(1));
            using (var outside = random.Next(2) == 0 ? null
                : new Activity("driver") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.SetIdFormat(ActivityIdFormat.W3C).Start())
            {
                var target = Any(random);
                target.Tell(New(Way.Driven, target, Where.Here, random.Next(8), random), ActorRefs.NoSender);
                Books.Check(ReferenceEquals(outside, Activity.Current), () => $"a driver is left in {Where.Here}");
            }

            Disturb(random);
        }
    }

    public void FlushAll()
    {
        foreach (var worker in _workers)
        {
            worker.Tell(new Flush(), ActorRefs.NoSender);
        }
    }

    public Task StopAll() => Task.WhenAll(_workers.Select(worker => worker.GracefulStop(TimeSpan.FromSeconds(20))));

    public ValueTask DisposeAsync() => _system.DisposeAsync();

    // Two may replace one at the same time: then the second replaces the first one's, which must not stay with what it has stashed.
    private void Start(int place)
    {
        var worker = _system.ActorOf(
            ((place % 3) switch
            {
                0 => Props.Create(() => new Worker(this, place)),
                1 => Props.Create(() => new AsyncWorker(this, true)),
                _ => Props.Create(() => new AsyncWorker(this, false)),
            }).WithDispatcher($"stress.{Dispatchers[place / 3 % Dispatchers.Length]}"),
            $"{Prefix}-{place}-{Interlocked.Increment(ref _generation)}");
        if (Interlocked.Exchange(ref _workers[place], worker) is { } before)
        {
            _system.System.Stop(before);
        }
    }

    private void Observe(IActorContext context, object message)
    {
        if (message is DeadLetter letter && InnerMessage.Unwrap(letter.Message) is Job job)
        {
            Books.DeadLetter(job);
        }
    }

    private void Disturb(Random random)
    {
        switch (random.Next(400))
        {
            case 0:
                // also while it awaits, and with a full mailbox
                var place = (random.Next(_workers.Length / 3) * 3) + 2;
                _system.System.Stop(_workers[place]);
                Replace(place);
                break;
            case < 10:
                Any(random).Tell(new Flush(), ActorRefs.NoSender);
                break;
            case < 20:
                Probe(Dispatchers[random.Next(Dispatchers.Length - 1)]);
                break;
        }
    }

    // Nothing of a message may be left on a dispatcher's thread: no activity, no actor of this system. (A test kit leaves its test actor on the
    // pool's threads that its tests ran on.) But an idle channel executor works on the thread that gives it work, inside the actor that does.
    private void Probe(string dispatcher)
    {
        using (ExecutionContext.SuppressFlow())
        {
            _system.System.Dispatchers.Lookup($"stress.{dispatcher}").Schedule(() =>
            {
                Books.Check(Activity.Current is null, () => $"{dispatcher} is left in {Where.Here}");
                IActorRef? self = ActorCell.GetCurrentSelfOrNoSender();
                Books.Check(dispatcher == "channel" || self?.Path.Address.System != Name, () => $"{dispatcher} is left with {self}");
            });
        }
    }
}
