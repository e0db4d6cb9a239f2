using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Akka.Event;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Loggers, mailboxes and dispatchers that the application brings along.</summary>
public sealed class OwnLoggersSpec
{
    private static readonly ConcurrentDictionary<string, ConcurrentQueue<(string Text, ActivityTraceId Trace)>> Got = new();

    [Fact]
    public async Task A_logger_without_a_queue_of_its_own_has_the_trace()
    {
        await using var host = await LogHost.Start(akka => akka.AddHocon(
            $"""akka.loggers = ["{typeof(SimpleLogger).AssemblyQualifiedName}"]""", HoconAddMode.Prepend));
        var sender = await TestHost.Traced(() =>
        {
            host.System.Log.Info("simply");
            return Task.CompletedTask;
        });

        await Eventually.True(() => Of(host).Any(line => line.Text == "simply"));
        Assert.Equal(sender.TraceId, Of(host).Single(line => line.Text == "simply").Trace);
    }

    [Fact]
    public async Task An_actor_that_subscribes_to_log_events_has_the_trace()
    {
        await using var host = await LogHost.Start();
        var subscriber = await host.Host.StartActor(Props.Create(() => new SimpleLogger()));
        host.System.EventStream.Subscribe(subscriber, typeof(Info));
        var sender = await TestHost.Traced(() =>
        {
            host.System.Log.Info("subscribed");
            return Task.CompletedTask;
        });

        await Eventually.True(() => Of(host).Any(line => line.Text == "subscribed"));
        Assert.Equal(sender.TraceId, Of(host).Single(line => line.Text == "subscribed").Trace);
    }

    [Fact]
    public async Task A_mailbox_that_the_application_has_for_its_loggers_stays_and_is_reported_once()
    {
        await using var host = await LogHost.Start(akka => akka
            .AddHocon($"""akka.actor.mailbox.logger-queue.mailbox-type = "{typeof(OwnMailbox).AssemblyQualifiedName}" """, HoconAddMode.Prepend));

        await Eventually.True(() => host.Plain.Lines.Any(line => IsReport(line.Text)));
        host.System.Log.Info("afterwards");
        await host.Arrived("afterwards");
        Assert.Single(host.Plain.Lines, line => IsReport(line.Text));
        Assert.True(OwnMailbox.Made > 0);

        static bool IsReport(string text) => text.Contains("serves the loggers", StringComparison.Ordinal) && text.Contains(nameof(OwnMailbox), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_all_is_in_order_nothing_is_reported()
    {
        await using var host = await LogHost.Start();
        Assert.Empty(ForeignLoggerMailbox.In(host.System.Settings));
    }

    [Fact]
    public async Task A_dispatcher_that_the_application_has_for_its_loggers_stays_and_is_reported_once()
    {
        await using var host = await LogHost.Start(akka => akka.AddHocon(
            $$"""
            akka.loggers-dispatcher = own-dispatcher
            own-dispatcher.type = "{{typeof(OwnConfigurator).AssemblyQualifiedName}}"
            """,
            HoconAddMode.Prepend));
        await TestHost.Traced(() =>
        {
            host.System.Log.Info("one");
            host.System.Log.Info("two");
            return Task.CompletedTask;
        });

        await host.Arrived("one");
        await host.Arrived("two");
        await Eventually.True(() => host.Plain.Lines.Any(line => IsReport(line.Text)));
        host.System.Log.Info("afterwards");
        await host.Arrived("afterwards");
        Assert.Single(host.Plain.Lines, line => IsReport(line.Text));
        Assert.False(host.PlainLine("two").HasTrace);

        static bool IsReport(string text) => text.Contains("runs on a dispatcher that is not instrumented", StringComparison.Ordinal);
    }

    private static ConcurrentQueue<(string Text, ActivityTraceId Trace)> Of(LogHost host) => Got.GetOrAdd(host.System.Name, _ => new());

    public sealed class SimpleLogger : ReceiveActor
    {
        public SimpleLogger()
        {
            var system = Context.System.Name;
            Receive<InitializeLogger>(_ => Sender.Tell(new LoggerInitialized()));
            Receive<LogEvent>(log => Got.GetOrAdd(system, _ => new()).Enqueue(($"{log.Message}", Activity.Current?.TraceId ?? default)));
        }
    }

    public sealed class OwnDispatcher(MessageDispatcherConfigurator configurator) : MessageDispatcher(configurator)
    {
        protected override void ExecuteTask(IRunnable run) => ThreadPool.UnsafeQueueUserWorkItem(run, preferLocal: false);

        protected override void Shutdown()
        {
        }
    }

    public sealed class OwnConfigurator(Config config, IDispatcherPrerequisites prerequisites)
        : MessageDispatcherConfigurator(config, prerequisites)
    {
        public override MessageDispatcher Dispatcher() => new OwnDispatcher(this);
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
