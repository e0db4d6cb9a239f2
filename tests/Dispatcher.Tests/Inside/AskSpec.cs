namespace AkkaInstrumentation.Tests.Inside;

/// <summary>Questions that go wrong: no answer, one that comes too late, a second one, nobody to ask.</summary>
public sealed class AskSpec
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(50);

    [Fact]
    public async Task A_handler_that_waits_in_vain_has_failed_with_the_time_out()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out var root);
        using var metrics = new MetricRecorder(system);
        var silent = system.ActorOf((_, _) => { });
        system.ActorOf(AsyncHandler.Props((_, _) => silent.Ask<string>("question", Short))).Tell(1, ActorRefs.NoSender);

        var asker = (await spans.WaitForStopped(2))[0];
        var name = typeof(AskTimeoutException).FullName;
        Assert.Equal((ActivityStatusCode.Error, name), (asker.Status, asker.GetTagItem(AkkaSpanAttributes.ErrorType)));
        Assert.Equal(
            1, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ActorType, "AsyncHandler"), (AkkaSpanAttributes.ErrorType, name)));
    }

    [Fact]
    public async Task A_second_answer_is_a_dead_letter_of_its_own_reason()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        var twice = system.ActorOf((context, message) =>
        {
            context.Sender.Tell(message);
            context.Sender.Tell(message);
        });

        Assert.Equal("message", await twice.Ask<string>("message", Long));

        await Eventually.Equal(1, () => LateReplies(metrics, "String"));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorDeadLetters));
    }

    // As a remote transport does whose node is gone, while the asker still waits.
    [Fact]
    public async Task A_question_that_somebody_on_the_way_gives_to_the_dead_letters_is_not_a_late_answer()
    {
        await using var system = Systems.Instrumented();
        using var metrics = new MetricRecorder(system);
        using var given = new CancellationTokenSource();
        var way = system.ActorOf((context, message) => context.System.DeadLetters.Tell(message, context.Sender));
        var asking = way.Ask<int>(1, given.Token);

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.ActorDeadLetters,
            (AkkaMetricAttributes.DeadLetterReason, "undelivered"), (AkkaMetricAttributes.SenderType, "_ask")));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorDeadLetters));
        given.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asking);
    }

    private static long? LateReplies(MetricRecorder metrics, string message) => metrics.Sum(
        AkkaMetricNames.ActorDeadLetters,
        (AkkaMetricAttributes.DeadLetterReason, "late_reply"),
        (AkkaSpanAttributes.ActorType, "_ask"),
        (AkkaMetricAttributes.SenderType, "_unknown"),
        (AkkaSpanAttributes.MessageType, message));
}
