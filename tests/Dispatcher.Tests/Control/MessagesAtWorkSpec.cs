namespace AkkaInstrumentation.Tests.Control;

/// <summary>The messages at work now: who, which message, since when, from whom, in which trace.</summary>
public class MessagesAtWorkSpec
{
    private static readonly Props Hangs =
        AsyncHandler.Props((_, message) => message is "hang" ? new TaskCompletionSource().Task : Task.CompletedTask);

    [Fact]
    public async Task A_handler_that_awaits_is_listed_with_its_sender_its_trace_and_its_begin()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var sender = system.ActorOf(Echo.Props, "sender");
        var hangs = system.ActorOf(Hangs, "hangs");
        var before = DateTime.UtcNow;
        hangs.Tell("hang", sender);
        var work = await Only(system);
        Assert.Equal(
            ("/user/hangs", "AsyncHandler", "String", AkkaWorkState.Awaiting, "/user/sender", root.TraceId.ToHexString(), null),
            (work.ActorPath, work.ActorType, work.MessageType, work.State, work.SenderPath, work.TraceId, work.Thread));
        Assert.InRange(work.StartedAt, before.AddSeconds(-1), before.AddSeconds(20));
        Assert.InRange(work.Seconds, 0.1, 60);
        Assert.Contains("String awaits in /user/hangs (AsyncHandler), for ", $"{work}", StringComparison.Ordinal);
    }

    /// <summary>As when the machine's clock is set back.</summary>
    [Fact]
    public async Task Its_age_is_not_that_of_the_wall_clock()
    {
        await using var system = Systems.Instrumented();
        // Of this system only: a listener hears the spans of all tests that run at the same time.
        using var moves = Listening.Spans(started: span =>
        {
            if (Equals(span.GetTagItem(AkkaSpanAttributes.ActorSystemName), system.Name))
            {
                span.SetStartTime(DateTime.UtcNow.AddHours(-1));
            }
        });
        system.ActorOf(Hangs, "hangs").Tell("hang", ActorRefs.NoSender);
        Assert.InRange((await Only(system)).Seconds, 0.1, 600);
    }

    [Fact]
    public async Task A_handler_that_holds_its_thread_is_listed_with_the_thread()
    {
        await using var system = Systems.Instrumented().Measured(out _);
        using var hold = new Hold();
        system.ActorOf((_, _) => hold.Pass(), "holds").Tell(1, ActorRefs.NoSender);
        await hold.Entered;
        var work = await Only(system);
        Assert.Equal(("/user/holds", "Int32", AkkaWorkState.Working, null), (work.ActorPath, work.MessageType, work.State, work.SenderPath));
        Assert.StartsWith($"{hold.Thread}", work.Thread, StringComparison.Ordinal);
        hold.Release();
        await Eventually.Equal(0, () => List(system).Count);
    }

    [Fact]
    public async Task An_unsampled_message_has_the_id_of_the_trace_in_which_it_was_sent()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfNothing();
        var hangs = system.ActorOf(Hangs, "hangs");
        var trace = ActivityTraceId.CreateRandom();
        using (var unsampled = new Activity("elsewhere").SetParentId(trace, ActivitySpanId.CreateRandom()).Start())
        {
            hangs.Tell("hang", ActorRefs.NoSender);
        }

        Assert.Equal(trace.ToHexString(), (await Only(system)).TraceId);
    }

    /// <summary>A dashboard is opened, or a listener comes, when the handler hangs already.</summary>
    [Fact]
    public async Task A_handler_that_hung_before_anybody_listened_is_listed_from_the_first_look_on()
    {
        await using var system = Systems.Instrumented();
        var hangs = system.ActorOf(Hangs, "hangs");
        hangs.Tell("hang", ActorRefs.NoSender);
        Assert.Equal(AkkaWorkState.Awaiting, (await Only(system)).State);
    }

    [Fact]
    public async Task At_most_a_hundred_are_listed_and_all_are_counted_the_oldest_first()
    {
        await using var system = Systems.Instrumented().Measured(out _);
        var first = system.ActorOf(Hangs, "first");
        first.Tell("hang", ActorRefs.NoSender);
        await Only(system);
        for (var i = 0; i < 150; i++)
        {
            system.ActorOf(Hangs).Tell("hang", ActorRefs.NoSender);
        }

        await Eventually.Equal(151, () => List(system).Count);
        var work = List(system);
        Assert.Equal(AkkaMessagesAtWork.MaxMessages, work.Messages.Count);
        Assert.Equal("/user/first", work.Messages[0].ActorPath);
        Assert.Equal(work.Messages.OrderByDescending(message => message.Seconds), work.Messages);
    }

    [Fact]
    public async Task What_is_not_at_work_is_not_listed()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF").Measured(out var metrics);
        var failing = Handler.Props((_, _) => throw new InvalidOperationException());
        system.ActorOf(Supervising.Props(new OneForOneStrategy(_ => Directive.Resume), failing), "parent").TellNumbers(1);
        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorFailures));
        var (stopped, idle) = (system.ActorOf(Hangs), system.ActorOf(Hangs));
        stopped.Tell("hang", ActorRefs.NoSender);
        idle.Tell("pass", ActorRefs.NoSender);
        await Only(system);
        system.System.Stop(stopped);
        await Eventually.Equal(0, () => List(system).Count);
        await Task.Delay(AkkaMessagesAtWork.Moment * 2);
        Assert.Equal(0, List(system).Count);
    }

    /// <summary>Readers look while each mailbox changes its message all the time: what they see belongs together.</summary>
    [Fact]
    public async Task What_is_read_while_messages_change_belongs_to_one_message()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        var (one, other) = (system.ActorOf(Echo.Props, "one"), system.ActorOf(Echo.Props, "other"));
        var busy = system.ActorOf((_, message) => Thread.SpinWait(message is int ? 20_000 : 40_000), "busy");
        var mailbox = ((IObservedQueue)((ActorCell)((ActorRefWithCell)busy).Underlying).Mailbox!.MessageQueue).Observed;
        var seen = new HashSet<(string, string?)>();
        for (var look = 0; look < 200_000 || seen.Count < 2; look++)
        {
            if (look % 100 == 0 && mailbox.DepthOrNone < 10)
            {
                busy.Tell(1, one);
                busy.Tell("text", other);
            }

            // Akka sets message, number and sender one after the other.
            if (mailbox.DescribeWork(Stopwatch.GetTimestamp()) is { Seconds: > 50e-6 and var seconds } work)
            {
                seen.Add((work.MessageType, work.SenderPath));
                Assert.InRange(seconds, 0, 20);
            }
        }

        Assert.Equal([("Int32", "/user/one"), ("String", "/user/other")], seen.Order());
    }

    private static async Task<AkkaMessageAtWork> Only(TestSystem system)
    {
        await Eventually.Equal(1, () => List(system).Count);
        return Assert.Single(List(system).Messages);
    }

    private static AkkaMessagesAtWork List(TestSystem system) => system.System.GetInsight().MessagesAtWork();
}
