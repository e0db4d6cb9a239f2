namespace AkkaInstrumentation.Tests.Context;

/// <summary>What a thread has at hand for shared traces is found again, whatever a run inside another one, or another age of messages, needed meanwhile.</summary>
public sealed class ThreadContextSpec
{
    private readonly ThreadContext _thread = new();

    [Fact]
    public void A_run_after_another_one_gets_the_same()
    {
        var trace = NonRecordingContext.Shared(seed: 7, tick: 21);
        var first = _thread.Take(trace);
        _thread.PutBack(first);

        Assert.Same(first, _thread.TakeLast(seed: 7, tick: 21));
        Assert.Null(_thread.TakeLast(seed: 7, tick: 21));
    }

    [Theory]
    [InlineData(7, 22)]
    [InlineData(8, 21)]
    public void Another_trace_gets_another(ulong seed, long tick)
    {
        _thread.PutBack(_thread.Take(NonRecordingContext.Shared(seed: 7, tick: 21)));

        Assert.Null(_thread.TakeLast(seed, tick));
        var other = _thread.Take(NonRecordingContext.Shared(seed, tick));
        Assert.Equal((seed, tick), (other.Seed, other.Tick));
    }

    [Fact]
    public void What_was_not_put_back_is_not_given_out_again()
    {
        var trace = NonRecordingContext.Shared(seed: 7, tick: 21);
        var lost = _thread.Take(trace);

        var next = _thread.Take(trace);
        _thread.PutBack(next);

        Assert.NotSame(lost, next);
        Assert.Same(next, _thread.Take(trace));
    }

    /// <summary>A mailbox has kept it for a handler that awaited, which another thread has ended.</summary>
    [Fact]
    public void What_was_given_away_belongs_to_the_thread_on_which_it_is_put_back()
    {
        var trace = NonRecordingContext.Shared(seed: 7, tick: 21);
        var elsewhere = new ThreadContext();
        var given = _thread.Take(trace);
        _thread.GiveAway(given);

        elsewhere.PutBack(given);

        Assert.NotSame(given, _thread.Take(trace));
        Assert.Same(given, elsewhere.TakeLast(seed: 7, tick: 21));
    }

    /// <summary>The test kit's dispatcher runs a mailbox inside the handler of another one; backlogs of two ages take turns.</summary>
    [Fact]
    public void Runs_inside_one_another_and_ages_that_alternate_cost_no_bytes()
    {
        NonRecordingContext[] traces = [NonRecordingContext.Shared(seed: 7, tick: 21), NonRecordingContext.Shared(seed: 7, tick: 22)];
        void Runs()
        {
            foreach (var trace in traces)
            {
                var outer = _thread.Take(trace);
                var inner = _thread.Take(trace);
                Assert.NotSame(outer, inner);
                _thread.PutBack(inner);
                _thread.PutBack(outer);
            }
        }

        Assert.Equal(0, AllocationMeter.OnThread(Runs, expected: 0));
        HandlerContext.Leave();
    }
}
