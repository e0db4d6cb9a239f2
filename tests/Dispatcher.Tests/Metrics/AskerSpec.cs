namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Who asks: flows and lost messages name the actor behind the temporary sender of an Ask.</summary>
public sealed class AskerSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(50);

    [Fact]
    public async Task A_question_names_its_asker_before_and_after_an_await_and_none_from_a_task_of_the_pool()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var echo = system.ActorOf(Echo.Props);
        var asker = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            await echo.Ask<int>(1, Long);
            await Task.Delay(1);
            await echo.Ask<string>("two", Long);
            await Task.Run(() => echo.Ask<double>(3.0, Long));
            sender.Tell(message);
        }));
        Assert.Equal('?', await asker.Ask<char>('?', Long));

        await FlowSpec.Flows(metrics, "AsyncHandler -Int32-> Echo: 1", "AsyncHandler -String-> Echo: 1",
            "_ask -Char-> AsyncHandler: 1", "_ask -Double-> Echo: 1");
    }

    [Fact]
    public async Task A_question_that_is_passed_on_keeps_its_asker_and_who_passes_it_on_is_none()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var echo = system.ActorOf(Echo.Props);
        var between = system.ActorOf((_, message) => echo.Forward(message));
        var asker = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            sender.Tell(await between.Ask<string>($"{message}!", Long));
        }));
        Assert.Equal("1!", await asker.Ask<string>(1, Long));
        Assert.Equal(2, await between.Ask<int>(2, Long));

        await FlowSpec.Flows(
            metrics,
            "AsyncHandler -String-> Echo: 1", "AsyncHandler -String-> Handler: 1", "_ask -Int32-> AsyncHandler: 1",
                "_ask -Int32-> Echo: 1", "_ask -Int32-> Handler: 1");
    }

    [Fact]
    public async Task A_question_that_is_kept_and_passed_on_later_is_not_its_keepers()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var echo = system.ActorOf(Echo.Props);
        IActorRef? kept = null;
        var keeper = system.ActorOf((context, message) =>
        {
            if (message is int)
            {
                kept = context.Sender;
            }
            else
            {
                echo.Tell(2L, kept);
            }
        });
        var answer = keeper.Ask<object>(1, Long);
        keeper.Tell("go", ActorRefs.NoSender);
        Assert.Equal(2L, await answer);

        await FlowSpec.Flows(metrics, "_ask -Int32-> Handler: 1", "_ask -Int64-> Echo: 1", "_none -String-> Handler: 1");
    }

    [Fact]
    public async Task A_question_that_fails_has_its_asker()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var broken = system.ActorOf(Handler.Fallible);
        system.ActorOf((_, _) => broken.Ask<string>("fail", Short)).Tell(1, ActorRefs.NoSender);

        await Eventually.Equal(
            1, () => metrics.Sum(AkkaMetricNames.ActorFlowFailures, (AkkaMetricAttributes.SenderType, "Handler"),
                (AkkaSpanAttributes.ActorType, "Handler")));
    }

    [Fact]
    public async Task A_question_to_a_stopped_actor_names_its_asker_in_the_loss_and_in_its_cause()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var gone = system.ActorOf(Echo.Props);
        Assert.True(await gone.GracefulStop(Long));
        var asker = system.ActorOf((_, _) => gone.Ask<string>("question", Short));
        asker.TellNumbers(10);

        await Eventually.Equal(10, () => Lost(metrics, "undelivered", sender: "Handler"));
        Assert.Equal(10, metrics.Sum(AkkaMetricNames.ActorDeadLetters));
        var cause = Assert.Single(AkkaDiagnosis.Read(system.System).Causes, cause => cause.Kind == "missing_receiver");
        Assert.StartsWith("Handler sends String to ", cause.Description, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_question_that_waits_when_its_receiver_stops_is_never_the_receivers()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var stops = system.ActorOf((context, message) =>
        {
            if (message is "stop")
            {
                hold.Pass();
                context.Stop(context.Self);
            }
        });
        stops.Tell("stop", ActorRefs.NoSender);
        await hold.Entered;
        var outside = stops.Ask<string>(1, Short);
        var asked = new TaskCompletionSource();
        system.ActorOf(AsyncHandler.Props((_, _) =>
        {
            var inside = stops.Ask<string>("inside", Short);
            asked.SetResult();
            return inside;
        })).Tell(1, ActorRefs.NoSender);
        await Eventually.Within(asked.Task);
        hold.Release();

        await Eventually.Equal(1, () => Lost(metrics, "undelivered", sender: "_ask"));
        await Eventually.Equal(1, () => Lost(metrics, "undelivered", sender: "AsyncHandler"));
        Assert.Equal(2, metrics.Sum(AkkaMetricNames.ActorDeadLetters));
        await Assert.ThrowsAsync<AskTimeoutException>(() => outside);
    }

    [Fact]
    public async Task An_answer_that_comes_too_late_is_the_askers_loss()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var slow = system.ActorOf((context, message) =>
        {
            hold.Pass();
            context.Sender.Tell(message);
        });
        var asker = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            await Assert.ThrowsAsync<AskTimeoutException>(() => slow.Ask<string>("question", Short));
            sender.Tell(message);
        }));
        Assert.Equal(1, await asker.Ask<int>(1, Long));
        hold.Release();

        await Eventually.Equal(1, () => metrics.Sum(
            AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "late_reply"), (AkkaSpanAttributes.ActorType, "AsyncHandler")));
    }

    [Fact]
    public async Task The_senders_of_what_waits_are_the_askers_without_their_temporary_paths()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var slow = system.ActorOf((_, _) => hold.Pass());
        slow.Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        var asked = new TaskCompletionSource();
        var asker = system.ActorOf((context, message) =>
        {
            _ = slow.Ask<string>(message, Short).ContinueWith(answer => answer.Exception, TaskScheduler.Default);
            if (message is 2)
            {
                asked.SetResult();
            }
        });
        asker.Tell(1, ActorRefs.NoSender);
        asker.Tell(2, ActorRefs.NoSender);
        await Eventually.Within(asked.Task);

        var queue = Assert.IsAssignableFrom<RecordedQueue>(Assert.IsType<ActorCell>(((ActorRefWithCell)slow).Underlying).Mailbox?.MessageQueue);
        Assert.Equal("Handler 2", MainSenders.Describe(queue.Recorder, AkkaInstrumentationExtension.For(system.System).ActorNames));
        hold.Release();
    }

    /// <summary>Each note makes collections of garbage longer, and a busy actor of which every message has a span gets many questions.</summary>
    [Fact]
    public async Task A_busy_actor_of_which_each_question_has_a_span_has_notes_about_some_of_them()
    {
        const int Questions = 5_000;
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.OfActor(out var name);
        var deaf = system.ActorOf(Deaf.Props, name);

        var asked = Enumerable.Range(0, Questions).Select(question => deaf.Ask<object>(question, Long)).ToList();

        Assert.InRange(AkkaInstrumentationExtension.For(system.System).ActorNames.Unanswered(long.MaxValue).Count(), 1, Questions / 2);
        Assert.DoesNotContain(asked, answer => answer.IsCompleted);
    }

    private static long? Lost(MetricRecorder metrics, string reason, string sender) => metrics.Sum(
        AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, reason), (AkkaMetricAttributes.SenderType, sender));
}
