using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>Which activity a row of unsampled messages shares, when the row ends, and whose the activity is then.</summary>
public sealed class NonRecordingRowSpec : IDisposable
{
    private readonly NonRecordingRoots _roots = new();
    private readonly ThreadContext _thread = new();
    private NonRecordingRow _row;

    public NonRecordingRowSpec()
    {
        HandlerContext.Leave();
        _row.Begin(_thread);
    }

    public void Dispose() => HandlerContext.Leave();

    [Fact]
    public void Messages_of_one_shared_trace_have_one_activity()
    {
        Assert.Null(_row.Current);

        var first = Enter(tick: 21);
        Assert.Same(first, Activity.Current);
        Assert.True(NonRecordingRow.Has(first, InlineStamp.Unsampled(21), window: 99));
        Assert.True(NonRecordingRow.Has(first, default, window: 21));

        Assert.Same(first, Enter(tick: 21));
    }

    [Fact]
    public void Another_trace_begins_another_row_and_gives_the_activity_back()
    {
        var first = Enter(tick: 21);
        Assert.False(NonRecordingRow.Has(first, InlineStamp.Unsampled(22), window: 21));

        var second = Enter(tick: 22);

        Assert.NotSame(first, second);
        Assert.False(first.IsInUse);
        Assert.Same(first, Enter(tick: 21));
    }

    [Fact]
    public void A_row_ends_where_a_handler_has_written_to_the_activity()
    {
        var first = Enter(tick: 21);
        first.SetBaggage("key", "value");

        Assert.False(NonRecordingRow.Has(first, InlineStamp.Unsampled(21), window: 21));
        Assert.NotSame(first, Enter(tick: 21));
    }

    [Fact]
    public void A_message_with_baggage_has_an_activity_of_its_own_which_no_row_shares()
    {
        using var sender = new Activity("sender").SetBaggage("key", "value").Start();
        var origin = CarriedBaggage.With(sender)!;
        HandlerContext.Leave();

        _row.Enter(origin, default, _roots, AkkaUnsampledTraceIds.Never);

        Assert.Equal((null, "value", sender.TraceId), (_row.Current, Activity.Current!.GetBaggageItem("key"), Activity.Current.TraceId));
    }

    [Fact]
    public void Left_or_ended_a_row_has_nothing_current_and_only_left_it_gives_the_activity_back()
    {
        var first = Enter(tick: 21);
        _row.End();
        Assert.Equal((null, true), (_row.Current, first.IsInUse));

        var second = Enter(tick: 22);
        _row.Leave();
        Assert.Equal((null, false), (_row.Current, second.IsInUse));
    }

    [Fact]
    public void A_run_gives_back_what_its_handlers_have_left_and_the_next_one_on_the_thread_finds_it()
    {
        var first = Enter(tick: 21);
        _row.FoundEmpty();
        Assert.True(first.IsInUse);
        _row.PutBack(first, _thread, isAwaited: false);
        Assert.False(first.IsInUse);

        var other = default(NonRecordingRow);
        other.Begin(_thread);
        other.Enter(origin: NonRecordingContext.OfInlineStamp, InlineStamp.Unsampled(21), _roots, AkkaUnsampledTraceIds.Never);
        Assert.Same(first, other.Current);
    }

    /// <summary>A run ends with what is left of it on its thread, while the next one has begun on another.</summary>
    [Fact]
    public void The_end_of_a_row_on_one_thread_leaves_that_of_the_next_run_on_another()
    {
        var elsewhere = new ThreadContext();
        Enter(tick: 21);
        HandlerContext.Leave();
        _row.Begin(elsewhere);
        var next = Enter(tick: 22);

        _thread.Row = null;

        Assert.Same(next, _row.Current);
    }

    /// <summary>No other actor may have it, on whichever thread the handler goes on.</summary>
    [Fact]
    public void What_a_handler_awaits_in_the_mailbox_keeps_for_itself()
    {
        var awaited = Enter(tick: 21);
        _row.PutBack(awaited, _thread, isAwaited: true);
        Assert.True(awaited.IsInUse);

        var elsewhere = new ThreadContext();
        _row.Begin(elsewhere);
        Assert.Same(awaited, Enter(tick: 21));
        Assert.True(awaited.IsInUse);
    }

    /// <summary>Otherwise an idle actor would keep what its handler has written for good.</summary>
    [Theory]
    [InlineData("found empty")]
    [InlineData("a message of another trace")]
    [InlineData("a message that carries its trace")]
    public void Run_again_the_mailbox_gives_it_back(string run)
    {
        var awaited = Enter(tick: 21);
        _row.PutBack(awaited, _thread, isAwaited: true);
        var elsewhere = new ThreadContext();
        _row.Begin(elsewhere);
        HandlerContext.Leave();

        switch (run)
        {
            case "found empty":
                _row.FoundEmpty();
                break;
            case "a message of another trace":
                Enter(tick: 22);
                break;
            default:
                Assert.True(_row.TryEnterFirst(NonRecordingContext.Own()));
                break;
        }

        Assert.False(awaited.IsInUse);
        var other = default(NonRecordingRow);
        other.Begin(elsewhere);
        HandlerContext.Leave();
        other.Enter(NonRecordingContext.OfInlineStamp, InlineStamp.Unsampled(21), _roots, AkkaUnsampledTraceIds.Never);
        Assert.Same(awaited, other.Current);
    }

    /// <summary>The handler that awaited was the only one of its trace.</summary>
    [Fact]
    public void The_next_message_of_the_trace_gets_what_the_mailbox_kept()
    {
        var trace = NonRecordingContext.Own();
        Assert.True(_row.TryEnterFirst(trace));
        var awaited = _row.Current!;
        _row.PutBack(awaited, _thread, isAwaited: true);
        Assert.NotSame(awaited, trace.Take());

        HandlerContext.Leave();
        _row.Begin(_thread);
        Assert.True(_row.TryEnterFirst(trace));
        Assert.Same(awaited, _row.Current);
    }

    private NonRecordingActivity Enter(long tick)
    {
        _row.Enter(NonRecordingContext.OfInlineStamp, InlineStamp.Unsampled(tick), _roots, AkkaUnsampledTraceIds.Never);
        return _row.Current!;
    }
}
