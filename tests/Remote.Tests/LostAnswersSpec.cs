namespace AkkaInstrumentation.Tests;

/// <summary>Answers that come from another node to somebody who does not wait any more, or never did.</summary>
public sealed class LostAnswersSpec
{
    private const string SendSpans = "akka.instrumentation.tracing.send-spans = on";

    [Fact]
    public async Task An_answer_from_another_node_after_the_time_out_is_a_late_reply()
    {
        await using var nodes = Node.Two(out var here, out var there);
        using var metrics = new MetricRecorder(here.Test);
        var hold = new Hold();
        there.ActorOf(
            (context, message) =>
            {
                Volatile.Read(ref hold).Pass();
                context.Sender.Tell(message);
            },
            "slow");
        var slow = await here.Find(there, "slow");
        var questions = 0;
        async Task<bool> IsAnsweredLate()
        {
            // On a busy machine the nodes may lose each other, and a question with it.
            Volatile.Write(ref hold, new Hold());
            await Assert.ThrowsAsync<AskTimeoutException>(() => slow.Ask<string>($"question {++questions}", TimeSpan.FromMilliseconds(50)));
            hold.Release();
            return DeadLetters(metrics, "late_reply", "_ask", "_remote") > 0;
        }

        await Eventually.True(IsAnsweredLate);

        // One that comes between the time-out and the end of its reference is published by that, under its own name.
        await Eventually.Passes(() => Assert.Equal(
            metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaMetricAttributes.DeadLetterReason, "late_reply")),
            DeadLetters(metrics, "late_reply", "_ask", "_remote") + (DeadLetters(metrics, "late_reply", "_ask", FoldedNames.Unknown) ?? 0)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_answer_to_a_forwarded_message_without_a_sender_is_for_nobody(bool fromOther)
    {
        await using var nodes = Node.Two(out var here, out var there, SendSpans);
        using var metrics = new MetricRecorder(here.Test);
        (fromOther ? there : here).ActorOf((context, message) => context.Sender.Tell($"{message}!"), "echo");
        var echo = fromOther ? here.At(there, "echo") : await here.Find(here, "echo");
        var forwarding = here.ActorOf((_, message) => echo.Forward(message), "forwarding");
        if (fromOther)
        {
            await here.Meet(there);
            await there.Meet(here);
        }

        using var recorder = SpanRecorder.WithRoot(out var root);
        forwarding.Tell("hello", ActorRefs.NoSender);
        root.Dispose();
        await Eventually.True(() => DeadLetters(metrics, "no_sender", "_none", fromOther ? "_remote" : "Handler") == 1,
            () => string.Join("; ", metrics.Poll()));
        Assert.Equal(
            1, metrics.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaSpanAttributes.MessageType, "String"), (AkkaSpanAttributes.ActorType, "_none")));
        var sent = recorder.Stopped.Where(span => span.Kind == System.Diagnostics.ActivityKind.Producer)
            .Select(span => span.GetTagItem(AkkaSpanAttributes.ReceiverPath)).ToList();
        Assert.Equal(fromOther ? ["/user/echo"] : [], sent);
    }

    private static long? DeadLetters(MetricRecorder metrics, string reason, string recipient, string sender) => metrics.Sum(
        AkkaMetricNames.ActorDeadLetters,
        (AkkaMetricAttributes.DeadLetterReason, reason),
        (AkkaSpanAttributes.ActorType, recipient),
        (AkkaMetricAttributes.SenderType, sender),
        (AkkaSpanAttributes.MessageType, "String"));
}
