namespace AkkaInstrumentation.Tests.Watchdog;

/// <summary>A handler that blocks a thread is reported while it does, and when it has returned.</summary>
public class BlockingSpec
{
    private const string Impatient = "akka.instrumentation.blocking { threshold = 50ms, reports-per-minute = 1000 }";

    [Theory]
    [InlineData("akka.actor.default-dispatcher")]
    [InlineData("akka.instrumentation.dispatcher.pinned")]
    public async Task It_is_reported_while_it_still_blocks_and_when_it_has_returned(string dispatcher)
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon + Impatient).Measured(out var metrics);
        using var hold = new Hold();
        var actor = await Idle.Is(system.ActorOf(Handler.Props((_, _) => hold.Pass()).WithDispatcher(dispatcher)));
        using var reports = new ReportRecorder(system);
        using var spans = SpanRecorder.WithRoot(out var root);
        actor.Tell("message", system.ActorOf(Echo.Props, "sender"));

        var blocking = await reports.First("HandlerBlocking");
        Assert.Equal(actor.Path.ToStringWithoutAddress(), blocking["path"]);
        Assert.Equal("Handler", blocking["actorType"]);
        Assert.Equal("String", blocking["messageType"]);
        Assert.Equal(hold.Thread, blocking["threadId"]);
        Assert.NotNull(blocking["threadName"]);
        Assert.EndsWith("Z", (string)blocking["since"], StringComparison.Ordinal);
        Assert.True((double)blocking["seconds"] >= 0.05);
        Assert.Empty(reports.Of("HandlerReturned"));
        await Eventually.True(() => KeptLog.Of(system.System).Any(line =>
            line.Contains($"still blocks thread {hold.Thread}", StringComparison.Ordinal)
                && line.Contains((string)blocking["path"], StringComparison.Ordinal)
            && line.Contains($", sent by /user/sender, trace {root.TraceId}.", StringComparison.Ordinal)));

        // again when it has doubled, and counted once
        await Eventually.True(() => reports.Of("HandlerBlocking").Count >= 2);
        Assert.True((double)reports.Of("HandlerBlocking")[1]["seconds"] >= 0.1);
        hold.Release();
        var returned = await reports.First("HandlerReturned");
        Assert.Equal(
            (blocking["path"], blocking["messageType"], blocking["threadId"], blocking["since"]),
            (returned["path"], returned["messageType"], returned["threadId"], returned["since"]));
        Assert.True((double)returned["seconds"] >= (double)blocking["seconds"]);
        Assert.Equal(
            1,
            metrics.Sum(AkkaMetricNames.ActorHandlerBlocked, (AkkaSpanAttributes.ActorType, "Handler"), (AkkaSpanAttributes.MessageType, "String")));
    }

    /// <summary>Beside a handler that blocks and is reported twice, so that there was time for a report.</summary>
    [Fact]
    public async Task What_a_thread_does_for_telemetry_between_two_messages_counts_for_no_handler()
    {
        await using var system = Systems.Instrumented(Impatient);
        using var reports = new ReportRecorder(system);
        using var inListener = new Hold();
        using var inHandler = new Hold();
        using var listener = SpanRecorder.UnderPath("/user/listened-to");
        listener.OnStarted = _ => inListener.Pass();
        system.ActorOf((_, _) => { }, "listened-to").Tell("message", ActorRefs.NoSender);
        await inListener.Entered;

        system.ActorOf((_, _) => inHandler.Pass(), "blocking").Tell("message", ActorRefs.NoSender);
        await Eventually.True(() => reports.Of("HandlerBlocking").Count(report => Equals(report["path"], "/user/blocking")) >= 2);

        Assert.DoesNotContain(reports.Of("HandlerBlocking"), report => Equals(report["path"], "/user/listened-to"));
        inListener.Release();
        inHandler.Release();
    }

    /// <summary>Beside one that blocks and is reported, so that there was time for a report.</summary>
    [Fact]
    public async Task A_handler_that_awaits_is_not_reported_and_one_that_blocks_after_an_await_is()
    {
        await using var system = Systems.Instrumented(Impatient).Measured(out _);
        using var hold = new Hold();
        using var awaited = new Hold();
        var awaits = system.ActorOf(AsyncHandler.Props((_, _) => awaited.PassAsync()));
        var blocks = system.ActorOf(AsyncHandler.Props(async (_, _) =>
        {
            await Task.Yield();
            hold.Pass();
        }));
        await Task.WhenAll(Idle.Is(awaits), Idle.Is(blocks));
        using var reports = new ReportRecorder(system);
        awaits.Tell("awaits", ActorRefs.NoSender);
        await awaited.Entered;
        blocks.Tell("blocks", ActorRefs.NoSender);

        await Eventually.True(() => reports.Of("HandlerBlocking", blocks.Path.ToStringWithoutAddress()).Count >= 2);
        Assert.All(reports.Of(), report => Assert.Equal("String", report["messageType"]));

        // a busy machine may have held it up on its way to the await: then it has returned there
        var ofAwaiting = reports.Of(path: awaits.Path.ToStringWithoutAddress());
        Assert.True(ofAwaiting.Count == 0 || ofAwaiting[^1].Kind == "HandlerReturned", string.Join("; ", ofAwaiting));
    }

    [Fact]
    public async Task An_actor_that_blocks_while_it_starts_is_reported_without_a_message()
    {
        await using var system = Systems.Instrumented(KeptLog.Hocon + Impatient).Measured(out _);
        using var reports = new ReportRecorder(system);
        using var hold = new Hold();
        system.System.ActorOf(Props.Create(() => new SlowStarter(hold)), "slow");

        Assert.Equal("_none", (await reports.First("HandlerBlocking", "/user/slow"))["messageType"]);
        await Eventually.True(() => KeptLog.Of(system.System)
            .Any(line => line.Contains("with its start, stop or restart, for", StringComparison.Ordinal)));
        hold.Release();
        await reports.First("HandlerReturned", "/user/slow");
    }

    [Fact]
    public async Task Each_system_reports_its_own_and_by_its_own_settings()
    {
        await using var off = Systems.Instrumented("akka.instrumentation.blocking { enabled = off, threshold = 50ms }");
        await using var patient = Systems.Instrumented("akka.instrumentation.blocking.threshold = 1h");
        await using var impatient = Systems.Instrumented(Impatient);
        using var metrics = new MetricRecorder((string?)null);
        using var offReports = new ReportRecorder(off);
        using var patientReports = new ReportRecorder(patient);
        using var reports = new ReportRecorder(impatient);
        using var hold = new Hold();
        foreach (var system in new[] { off, patient, impatient })
        {
            system.ActorOf((_, _) => hold.Pass()).Tell("message", ActorRefs.NoSender);
        }

        await Eventually.True(() => reports.Of("HandlerBlocking").Count >= 2);
        Assert.Empty(offReports.Of());
        Assert.Empty(patientReports.Of());
    }

    [Fact]
    public async Task Blocks_beyond_the_reports_of_a_minute_are_only_counted_and_their_end_is_not_reported()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.blocking { threshold = 50ms, reports-per-minute = 1 }");
        using var metrics = new MetricRecorder(system);
        using var reports = new ReportRecorder(system);
        using var hold = new Hold();
        for (var i = 0; i < 3; i++)
        {
            system.ActorOf((_, _) => hold.Pass()).Tell("message", ActorRefs.NoSender);
        }

        // Another actor of the system may hold its thread for as long, where other processes take all processors.
        await Eventually.Equal(3, () =>
            metrics.Sum(AkkaMetricNames.ActorHandlerBlocked, (AkkaSpanAttributes.ActorType, "Handler"), (AkkaSpanAttributes.MessageType, "String")));
        hold.Release();
        await reports.First("HandlerReturned");
        Assert.Equal(["HandlerBlocking", "HandlerReturned"], reports.Of().Select(report => report.Kind));
    }

    /// <summary>
    /// Three types in turns: Akka sets the message just before it counts, so what is read is the message of the number or the one that gets the next
    /// number; one that is over would show.
    /// </summary>
    [Fact]
    public async Task What_another_thread_reads_of_a_cell_is_never_a_message_that_is_over()
    {
        await using var system = Systems.Instrumented().Measured(out _);
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "end")
            {
                context.Sender.Tell(message);
            }
        });
        var cell = (ActorCell)((ActorRefWithCell)actor).Underlying;
        var recorder = ((RecordedQueue)cell.Mailbox!.MessageQueue).Recorder;
        var first = cell.CurrentEnvelopeId + 1;
        const int Messages = 200_000;
        object[] messages = ["one", 2, 3.0];
        var sending = Task.Run(() =>
        {
            actor.TellEach(Messages, i => messages[i % 3]);
        });

        var seen = 0;
        while (cell.CurrentEnvelopeId < first + Messages - 1)
        {
            if (recorder.ReadHandler() is { Message: { } type } handler && handler.Envelope >= first)
            {
                seen++;
                Assert.NotEqual(messages[(handler.Envelope - first + 2) % 3].GetType(), type);
            }
        }

        await sending;
        await actor.Ask<string>("end", TimeSpan.FromSeconds(20));
        Assert.True(seen > 0);
    }

    private sealed class SlowStarter : Handler
    {
        public SlowStarter(Hold hold)
            : base((_, _) => { }) => hold.Pass();
    }
}
