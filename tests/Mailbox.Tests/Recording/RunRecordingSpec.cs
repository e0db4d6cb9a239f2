using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>What the next dequeue has to record, from the first one on a mailbox to one that nobody listens to, and what stays open between runs.</summary>
public class RunRecordingSpec
{
    [Fact]
    public void A_mailbox_that_no_run_of_ours_was_on_records_everything()
    {
        var run = default(RunRecording);

        Assert.Equal((DequeueState.Everything, false, false, false), (run.Dequeue, run.IsHeld, run.IsOpen, run.IsForeign));
    }

    [Theory]
    [InlineData(false, false, false, "Nothing")]
    [InlineData(false, false, true, "Nothing")]
    [InlineData(true, false, false, "Everything")]
    [InlineData(true, false, true, "OnlyCount")]
    [InlineData(false, true, false, "Everything")]
    [InlineData(false, true, true, "OnlyCount")]
    public void A_run_begins_with_what_is_listened_to_and_what_is_current(bool toSpans, bool toCounts, bool isPlain, string state)
    {
        var run = default(RunRecording);
        run.Listen(Listening.Of(toSpans, toCounts));

        run.ExpectFirst(isPlain, keepsLast: false);

        Assert.Equal(state, $"{run.Dequeue}");
    }

    [Theory]
    [InlineData(false, "Everything")]
    [InlineData(true, "OnlyCount")]
    public void A_mailbox_that_keeps_its_last_messages_records_also_when_nobody_listens(bool isPlain, string state)
    {
        var run = default(RunRecording);

        run.ExpectFirst(isPlain, keepsLast: true);

        Assert.Equal(state, $"{run.Dequeue}");
    }

    [Fact]
    public void While_a_message_is_open_the_next_dequeue_records_everything()
    {
        var run = default(RunRecording);
        run.Watch(Message());

        run.ExpectFirst(isPlain: true, keepsLast: false);
        Assert.Equal(DequeueState.Everything, run.Dequeue);
    }

    [Fact]
    public void A_mailbox_that_was_found_empty_is_so_until_it_gets_a_message()
    {
        var run = default(RunRecording);
        run.Expect(isPlain: true);
        Assert.Equal(DequeueState.OnlyCount, run.Dequeue);

        run.OnMailboxEmpty();
        Assert.Equal(DequeueState.FoundEmpty, run.Dequeue);

        run.Expect(isPlain: true);
        Assert.Equal(DequeueState.OnlyCount, run.Dequeue);
        run.DisableRecording();
        Assert.Equal(DequeueState.Nothing, run.Dequeue);
    }

    [Fact]
    public void A_message_that_is_measured_is_not_replaced_by_one_that_is_watched_and_keeps_its_wait_when_it_gets_a_span()
    {
        var run = default(RunRecording);
        var info = Message();
        run.Open(info, span: null, new WeightedTimestamp(1, SamplingRandom.Always), waited: Stopwatch.Frequency);

        run.Watch(info);
        Assert.Equal(TimeSpan.FromSeconds(1), run.Wait);

        using var span = new Activity("late");
        Assert.Null(run.Trace(info, span));
        Assert.Equal((span, TimeSpan.FromSeconds(1)), (run.Span, run.Wait));
    }

    [Fact]
    public async Task A_run_that_has_been_overtaken_leaves_everything_to_the_next()
    {
        await using var system = Systems.Plain();
        var recorder = await Recorders.OfStartedActor(system);

        var first = recorder.BeginRun(ThreadContext.Mine);
        var second = recorder.BeginRun(ThreadContext.Mine);
        Assert.Equal((false, true), (recorder.Running.IsHeldBy(first), recorder.Running.IsHeldBy(second)));

        recorder.EndRun(first, ThreadContext.Mine, outer: default);
        Assert.True(recorder.Running.IsHeldBy(second));
        recorder.EndRun(second, ThreadContext.Mine, outer: default);
        Assert.False(recorder.Running.IsHeld);
    }

    [Fact]
    public async Task An_ended_run_keeps_neither_the_span_nor_the_failure_of_its_last_message()
    {
        await using var system = Systems.Plain();
        var recorder = await Recorders.OfStartedActor(system);
        var run = recorder.BeginRun(ThreadContext.Mine);
        using var span = new Activity("message").Start();
        recorder.Running.Open(Message(), span, measured: default, waited: -1);

        recorder.EndRun(run, ThreadContext.Mine, outer: default);

        Assert.Equal((null, true), (recorder.Running.Span, span.IsStopped));
    }

    private static MessageTypeInfo Message() => Fake.Actor().Message(typeof(string));
}
