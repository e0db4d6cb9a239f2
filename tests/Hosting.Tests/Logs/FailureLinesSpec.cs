namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Lines that Akka itself logs about a message, on other threads: they belong to that message.</summary>
public sealed class FailureLinesSpec
{
    [Fact]
    public async Task The_supervisors_line_belongs_to_the_failed_message_however_busy_it_is_with_others()
    {
        const int Failures = 200;
        await using var host = await LogHost.Start();
        var (parent, child) = await Supervised(host, Directive.Restart);
        var senders = new Dictionary<int, Activity>();
        for (var i = 0; i < Failures; i++)
        {
            var number = i;
            senders.Add(i, await TestHost.Traced(() => child.Tell(number)));
            await TestHost.Traced(() => parent.Tell("busy"));
        }

        foreach (var (number, sender) in senders)
        {
            await host.AssertIn(await host.SpanOf(sender, "Handler"), $"fails on {number};");
        }
    }

    [Fact]
    public async Task An_escalated_failure_stays_in_its_trace()
    {
        await using var host = await LogHost.Start();
        var (_, child) = await Supervised(host, Directive.Escalate);
        var sender = await TestHost.Traced(() => child.Tell(7));

        await host.AssertIn(await host.SpanOf(sender, "Handler"), "fails on 7;");
    }

    [Fact]
    public async Task Lines_of_a_restart_belong_to_the_message_that_caused_it()
    {
        await using var host = await LogHost.Start();
        var actor = await host.Host.StartActor(Props.Create(() => new Restarting()));
        var sender = await TestHost.Traced(() => actor.Tell("fail"));

        var span = await host.SpanOf(sender, "Restarting");
        await host.AssertIn(span, "before-restart");
        await host.AssertIn(span, "after-restart");
    }

    [Fact]
    public async Task An_actor_that_is_stopped_from_outside_logs_outside_of_its_last_failure()
    {
        await using var host = await LogHost.Start();
        var actor = await host.Host.StartActor(Props.Create(() => new Restarting()));
        await TestHost.Traced(() => actor.Tell("fail"));
        await host.Arrived("after-restart");
        host.System.Stop(actor);

        await host.Arrived("at-the-end");
        Assert.False(host.ExportedLine("at-the-end").HasTrace);
    }

    [Fact]
    public async Task The_last_line_of_an_actor_belongs_to_the_message_that_stopped_it()
    {
        await using var host = await LogHost.Start();
        var actor = await host.Host.StartActor(Props.Create(() => new Restarting()));
        var sender = await TestHost.Traced(() => actor.Tell("stop"));

        await host.AssertIn(await host.SpanOf(sender, "Restarting"), "at-the-end");
    }

    [Fact]
    public async Task The_log_line_of_a_dead_letter_belongs_to_the_trace_of_its_message()
    {
        await using var host = await StartThatLogsDeadLetters();
        var gone = await host.Host.StartActor(Echo.Props);
        await gone.GracefulStop(TimeSpan.FromSeconds(20));
        var sender = await TestHost.Traced(() => gone.Tell(new Lost("direct")));

        await host.AssertIn(LogHost.Ids(sender.Context), "direct");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task So_does_the_log_line_of_a_message_that_waited_when_its_actor_stopped(bool isSampled)
    {
        await using var host = await StartThatLogsDeadLetters();
        using var gate = new ManualResetEventSlim();
        var actor = await host.Host.StartActor(Handler.Props((context, message) =>
        {
            Eventually.Block(gate);
            context.Stop(context.Self);
        }));
        actor.Tell("block");
        using var sender = Unsampled.Activity("sender");
        sender.ActivityTraceFlags = isSampled ? ActivityTraceFlags.Recorded : ActivityTraceFlags.None;
        sender.Start();
        actor.Tell(new Lost("waited"));
        Activity.Current = null;
        actor.Tell(new Lost("alone"));
        gate.Set();

        await host.Arrived("waited");
        await host.Arrived("alone");
        Assert.Equal(sender.TraceId, host.ExportedLine("waited").Trace.TraceId);
        Assert.Equal(sender.ActivityTraceFlags, host.ExportedLine("waited").Trace.TraceFlags);
        Assert.False(host.ExportedLine("alone").HasTrace);
    }

    [Fact]
    public async Task An_unhandled_messages_line_belongs_to_its_span()
    {
        await using var host = await StartThatLogsDeadLetters();
        var actor = await host.Host.StartActor(Deaf.Props);
        var sender = await TestHost.Traced(() => actor.Tell(new Lost("unheard")));

        await host.AssertIn(await host.SpanOf(sender, "Deaf"), "unheard");
    }

    // The child fails on each number.
    private static async Task<(IActorRef Parent, IActorRef Child)> Supervised(LogHost host, Directive directive)
    {
        var parent = await host.Host.StartActor(Supervising.Props(new OneForOneStrategy(_ => directive), Handler.Props((_, message) =>
        {
            if (message is int)
            {
                throw new InvalidOperationException($"fails on {message};");
            }
        })));
        return (parent, await parent.Ask<IActorRef>("child"));
    }

    // Akka's listener subscribes when it starts.
    private static async Task<LogHost> StartThatLogsDeadLetters()
    {
        var host = await LogHost.Start(akka => akka.AddHocon("akka.log-dead-letters = on", HoconAddMode.Prepend));
        await host.System.ActorSelection("/system/deadLetterListener").Ask<ActorIdentity>(new Identify("started"), TimeSpan.FromSeconds(20));
        return host;
    }

    public sealed record Lost(string Name);

    public sealed class Restarting : ReceiveActor
    {
        private readonly ILoggingAdapter _log = Context.GetLogger();

        public Restarting()
        {
            Receive<string>(message =>
            {
                if (message == "fail")
                {
                    throw new InvalidOperationException();
                }

                Context.Stop(Self);
            });
        }

        protected override void PreRestart(Exception reason, object message) => _log.Info("before-restart");

        protected override void PostRestart(Exception reason) => _log.Info("after-restart");

        protected override void PostStop() => _log.Info("at-the-end");
    }
}
