using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;
using Akka.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>What a user has set up works under the instrumentation as without.</summary>
public sealed class UsersSetupSpec
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_logger_gets_what_is_logged(bool systemActors)
    {
        await using var host = await TestHost.Start(akka => akka
            .WithInstrumentation(options => options.SystemActors = systemActors)
            .ConfigureLoggers(loggers =>
            {
                loggers.LogLevel = Akka.Event.LogLevel.InfoLevel;
                loggers.ClearLoggers();
                loggers.AddLogger<RecordingLogger>();
            }));

        // again and again: Akka may lose what is logged while its loggers start, with and without instrumentation
        var text = Guid.NewGuid().ToString();
        await Eventually.True(() =>
        {
            host.System.Log.Info(text);
            return RecordingLogger.Logged.Contains(text);
        });
    }

    [Fact]
    public async Task A_stash_gives_its_messages_back_in_order()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        var actor = await host.StartActor(Props.Create(() => new Stashing()));
        var sender = await TestHost.Traced(async () =>
        {
            actor.Tell("a", ActorRefs.NoSender);
            actor.Tell("b", ActorRefs.NoSender);
            Assert.Equal("ab", await actor.Ask<string>(new Open()));
        });

        // a and b twice, once when they are stashed; open, the question that follows it, and the sender
        var spans = await host.Exported(sender, 7);
        Assert.All(spans.Where(span => span.GetTagItem(AkkaSpanAttributes.MessageType) is "String"), span => Assert.Equal(sender.SpanId, span.ParentSpanId));
    }

    [Fact]
    public async Task System_actors_are_left_alone_unless_they_are_asked_for()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        await host.AssertInstrumented(await host.StartActor(Echo.Props));
        Assert.Equal(["Echo"], ActorTypes(host));
    }

    [Fact]
    [Trait("changes", "system-actors")]
    public async Task System_actors_are_instrumented_when_they_are_asked_for()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.SystemActors = true));
        await host.AssertInstrumented(await host.StartActor(Echo.Props));
        Assert.Superset(new HashSet<string> { "Echo", "GuardianActor", "SystemGuardianActor" }, ActorTypes(host));
    }

    [Fact]
    public async Task The_host_shuts_down_cleanly()
    {
        var host = await TestHost.Start(akka => akka.WithInstrumentation(options => options.SystemActors = true));
        var stopped = new TaskCompletionSource();
        await host.StartActor(Props.Create(() => new Last(stopped)));
        await host.Stop();

        Assert.True(host.System.WhenTerminated.IsCompletedSuccessfully);
        Assert.True(stopped.Task.IsCompleted);
        await host.DisposeAsync();
    }

    [Fact]
    public async Task The_default_dispatchers_executor_throughput_and_deadline_are_kept()
    {
        var hocon = ConfigurationFactory.ParseString(
            """
            akka.actor.default-dispatcher {
              executor = fork-join-executor
              fork-join-executor { parallelism-min = 2, parallelism-factor = 1, parallelism-max = 2 }
              throughput = 7
              throughput-deadline-time = 3s
            }
            """);
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation().AddHocon(hocon, HoconAddMode.Append));
        var actor = await host.StartActor(Handler.Props((context, _) => context.Sender.Tell(Thread.CurrentThread.IsThreadPoolThread)));
        Assert.False(await actor.Ask<bool>("whose thread?"));

        var dispatcher = host.System.Dispatchers.DefaultGlobalDispatcher;
        Assert.IsType<InstrumentedDispatcher>(dispatcher);
        Assert.Equal((7, TimeSpan.FromSeconds(3).Ticks), (dispatcher.Throughput, dispatcher.ThroughputDeadlineTime));
    }

    [Fact]
    public async Task Without_settings_of_the_user_the_dispatcher_is_as_Akkas()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation());
        await using var plain = Systems.Plain();
        Assert.Equal(Facts(plain.System), Facts(host.System));

        static object Facts(ActorSystem system)
        {
            var dispatcher = system.Dispatchers.DefaultGlobalDispatcher;
            return (dispatcher.Id, dispatcher.Throughput, dispatcher.ThroughputDeadlineTime ?? 0, dispatcher.ShutdownTimeout);
        }
    }

    private static HashSet<string> ActorTypes(TestHost host) =>
        [.. host.Points().Where(point => point.Metric == AkkaMetricNames.ActorLive).Select(point => (string)point.Tags[AkkaSpanAttributes.ActorType]!)];

    private sealed record Open;

    private sealed class Stashing : ReceiveActor, IWithUnboundedStash
    {
        private string _seen = "";

        public Stashing()
        {
            Receive<Open>(_ =>
            {
                Become(() =>
                {
                    Receive<string>(text => _seen += text);
                    Receive<Open>(_ => Sender.Tell(_seen));
                });
                Stash.UnstashAll();
                Self.Forward(new Open());
            });
            Receive<string>(_ => Stash.Stash());
        }

        public IStash Stash { get; set; } = null!;
    }

    private sealed class Last(TaskCompletionSource stopped) : ActorBase
    {
        protected override bool Receive(object message) => true;

        protected override void PostStop() => stopped.TrySetResult();
    }

    public sealed class RecordingLogger : ReceiveActor, IRequiresMessageQueue<ILoggerMessageQueueSemantics>
    {
        public RecordingLogger()
        {
            Receive<InitializeLogger>(_ => Sender.Tell(new LoggerInitialized()));
            Receive<LogEvent>(log => Logged.Add($"{log.Message}"));
        }

        public static ConcurrentBag<string> Logged { get; } = [];
    }
}
