using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>The spans of open messages, which the threads keep and not the mailboxes.</summary>
[Collection(Alone.Name)]
public sealed class OpenSpanSpec
{
    private const int Runs = 100_000;

    [Fact]
    public void A_thread_uses_its_place_again_as_soon_as_it_is_empty()
    {
        var thread = new ThreadContext();
        using var span = new Activity("message");
        var place = thread.Keep(span);
        Assert.Same(span, place.Span);
        place.Empty();

        Assert.Same(place, thread.Keep(span));
        place.Empty();
        Assert.Equal(0, AllocationMeter.OnThread(() => thread.Keep(span).Empty(), expected: 0));
    }

    [Fact]
    public void A_thread_leaves_an_occupied_place_to_who_empties_it()
    {
        var thread = new ThreadContext();
        using var first = new Activity("first");
        using var second = new Activity("second");
        var left = thread.Keep(first);

        var other = thread.Keep(second);

        Assert.NotSame(left, other);
        Assert.Equal((first, second), (left.Span, other.Span));
        other.Empty();
        left.Empty();
        Assert.Same(other, thread.Keep(first));
    }

    /// <summary>The run that was overtaken cannot close its last message any more. Its thread goes on with another actor.</summary>
    [Fact]
    public async Task The_next_run_finds_the_span_of_a_run_that_it_has_overtaken_though_its_thread_has_begun_other_spans()
    {
        await using var system = Systems.Plain();
        using var ends = new SpanEnds();
        var thread = ThreadContext.Mine;
        var recorder = await Recorders.OfStartedActor(system);
        var other = await Recorders.OfStartedActor(system);

        var overtaken = recorder.BeginRun(thread);
        var left = Next(recorder);
        var between = other.BeginRun(thread);
        var meanwhile = Next(other);
        Assert.Equal((false, false), (left.IsStopped, meanwhile.IsStopped));

        var next = recorder.BeginRun(thread);
        Assert.Equal((true, false), (left.IsStopped, meanwhile.IsStopped));
        var last = Next(recorder);
        recorder.EndRun(overtaken, thread, outer: default);
        Assert.Equal((false, false), (last.IsStopped, meanwhile.IsStopped));
        Assert.Equal((last, meanwhile), (recorder.Running.Span, other.Running.Span));

        other.EndRun(between, thread, outer: default);
        Assert.Equal((false, true), (last.IsStopped, meanwhile.IsStopped));
        recorder.EndRun(next, thread, outer: default);
        Assert.Equal((true, null, null), (last.IsStopped, recorder.Running.Span, other.Running.Span));
        Assert.Equal((3, 3, 0), ends.Counts);
    }

    [Fact]
    public async Task A_mailbox_whose_run_has_ended_does_not_see_the_next_span_of_its_thread()
    {
        await using var system = Systems.Plain();
        using var ends = new SpanEnds();
        var thread = ThreadContext.Mine;
        var recorder = await Recorders.OfStartedActor(system);
        var other = await Recorders.OfStartedActor(system);
        var run = recorder.BeginRun(thread);
        Next(recorder);
        recorder.EndRun(run, thread, outer: default);

        run = other.BeginRun(thread);
        var next = Next(other);

        Assert.Equal((null, next), (recorder.Running.Span, other.Running.Span));
        other.EndRun(run, thread, outer: default);
        Assert.Equal((2, 2, 0), ends.Counts);
    }

    /// <summary>
    /// Two threads run one mailbox in turns, and the next run may begin before the last one has closed its message. In between, each thread runs a
    /// mailbox of its own.
    /// </summary>
    [Fact]
    public async Task Of_threads_that_change_between_mailboxes_each_span_is_stopped_once_and_by_its_own_mailbox()
    {
        await using var system = Systems.Plain();
        using var ends = new SpanEnds();
        var shared = await Recorders.OfStartedActor(system);
        MailboxRecorder[] own = [await Recorders.OfStartedActor(system), await Recorders.OfStartedActor(system)];

        var runs = await Relay.Run(Runs, (i, free) =>
        {
            var thread = ThreadContext.Mine;
            var run = shared.BeginRun(thread);
            Next(shared);
            free();
            shared.EndRun(run, thread, outer: default);

            var mine = own[i % 2];
            var inner = mine.BeginRun(thread);
            var span = Next(mine);
            Assert.Same(span, mine.Running.Span);
            mine.NextMessage(taken: false, default);
            Assert.True(span.IsStopped);
            mine.EndRun(inner, thread, outer: default);
            Activity.Current = null;
        });

        Assert.Equal((2 * runs, 2 * runs, 0), ends.Counts);
        Assert.Null(shared.Running.Span);
    }

    private static Activity Next(MailboxRecorder recorder)
    {
        recorder.TakeMessage();
        var span = recorder.Running.Span;
        Assert.NotNull(span);
        return span;
    }
}
