namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Loggers, mailboxes and dispatchers that the application brings along.</summary>
public sealed class OwnLoggersSpec
{
    private static readonly ConcurrentDictionary<string, ConcurrentQueue<(string Text, ActivityContext Current)>> Got = new();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_logger_of_the_applications_own_has_the_span_with_and_without_a_queue_for_loggers(bool requiresQueue)
    {
        var type = requiresQueue ? typeof(QueuedLogger) : typeof(SimpleLogger);
        await using var host = await LogHost.Start(akka => akka.AddHocon($"""akka.loggers = ["{type.AssemblyQualifiedName}"]""", HoconAddMode.Prepend));
        var sender = await LogTraced(host, "inside");
        host.System.Log.Info("outside");

        Assert.Equal(LogHost.Ids(sender.Context), await CurrentIn(host, "inside"));
        Assert.Equal(default, await CurrentIn(host, "outside"));
    }

    [Fact]
    public async Task An_actor_that_subscribes_to_log_events_has_the_span()
    {
        await using var host = await LogHost.Start();
        var subscriber = await host.Host.StartActor(Props.Create(() => new SimpleLogger()));
        host.System.EventStream.Subscribe(subscriber, typeof(Info));
        var sender = await LogTraced(host, "subscribed");

        Assert.Equal(LogHost.Ids(sender.Context), await CurrentIn(host, "subscribed"));
    }

    [Fact]
    public async Task A_mailbox_that_the_application_has_for_its_loggers_stays_and_OpenTelemetry_has_the_span_from_Akka()
    {
        await using var host = await LogHost.Start(akka => akka
            .AddHocon($"""akka.actor.mailbox.logger-queue.mailbox-type = "{typeof(OwnMailbox).AssemblyQualifiedName}" """, HoconAddMode.Prepend));
        var sender = await LogTraced(host, "inside");

        await host.Arrived("inside");
        Assert.Equal((LogHost.Ids(sender.Context), default), (host.ExportedLine("inside").Trace, host.PlainLine("inside").Trace));
        Assert.True(OwnMailbox.Made > 0);
    }

    [Fact]
    public async Task So_has_it_with_a_dispatcher_that_the_application_has_for_its_loggers()
    {
        await using var host = await LogHost.Start(akka => akka.AddHocon(
            $$"""
            akka.loggers-dispatcher = own-dispatcher
            own-dispatcher.type = "{{typeof(PlainConfigurator).AssemblyQualifiedName}}"
            """,
            HoconAddMode.Prepend));
        var sender = await LogTraced(host, "inside");

        await host.Arrived("inside");
        Assert.Equal(LogHost.Ids(sender.Context), host.ExportedLine("inside").Trace);
    }

    private static Task<Activity> LogTraced(LogHost host, string text) => TestHost.Traced(() => host.System.Log.Info(text));

    // what was current in the logger
    private static async Task<ActivityContext> CurrentIn(LogHost host, string text)
    {
        var got = Got.GetOrAdd(host.System.Name, _ => new());
        await Eventually.True(() => got.Any(line => line.Text == text));
        return got.Single(line => line.Text == text).Current;
    }

    public sealed class QueuedLogger : SimpleLogger, IRequiresMessageQueue<ILoggerMessageQueueSemantics>;

    public class SimpleLogger : ReceiveActor
    {
        public SimpleLogger()
        {
            var system = Context.System.Name;
            Receive<InitializeLogger>(_ => Sender.Tell(new LoggerInitialized()));
            Receive<LogEvent>(log => Got.GetOrAdd(system, _ => new()).Enqueue(($"{log.Message}", LogHost.Ids(Activity.Current?.Context ?? default))));
        }
    }

    public sealed class OwnMailbox(Akka.Actor.Settings settings, Config config) : MailboxType(settings, config), IProducesMessageQueue<OwnQueue>
    {
        private static int s_made;

        public static int Made => Volatile.Read(ref s_made);

        public override IMessageQueue Create(IActorRef owner, ActorSystem system)
        {
            Interlocked.Increment(ref s_made);
            return new OwnQueue();
        }
    }

    public sealed class OwnQueue : IMessageQueue, ILoggerMessageQueueSemantics, IUnboundedMessageQueueSemantics
    {
        private readonly ConcurrentQueue<Envelope> _queue = new();

        public bool HasMessages => !_queue.IsEmpty;

        public int Count => _queue.Count;

        public void Enqueue(IActorRef receiver, Envelope envelope) => _queue.Enqueue(envelope);

        public bool TryDequeue(out Envelope envelope) => _queue.TryDequeue(out envelope);

        public void CleanUp(IActorRef owner, IMessageQueue deadletters) => _queue.Clear();
    }
}
