namespace AkkaInstrumentation.Tests.Watchdog;

/// <summary>When a stay in one handler is reported; times are plain numbers.</summary>
public class BlockedHandlerSpec
{
    private const long Threshold = 100;
    private const long Most = 40;

    private readonly BlockedHandler _handler = new(ThreadContext.Mine, 7, null!, new CurrentHandler(3, typeof(string)), now: 0);

    [Fact]
    public void A_pause_of_the_process_is_not_the_handlers_time()
    {
        Assert.False(_handler.Stayed(1_000_000, Most, Threshold));
        Assert.Equal(Most, _handler.Blocked);
        Assert.False(_handler.IsReported);
    }

    [Fact]
    public void A_late_check_reports_none_of_the_doublings_that_it_missed()
    {
        Assert.True(_handler.Stayed(1_000, 1_000, Threshold));
        Assert.False(_handler.Stayed(1_500, 1_000, Threshold));
        Assert.True(_handler.Stayed(1_600, 1_000, Threshold));
    }

    [Fact]
    public void A_change_of_run_mailbox_message_or_type_begins_a_new_block()
    {
        Assert.True(_handler.IsStill(7, null!, new(3, typeof(string))));
        Assert.False(_handler.IsStill(8, null!, new(3, typeof(string))));
        Assert.False(_handler.IsStill(7, null!, new(4, typeof(string))));
        Assert.False(_handler.IsStill(7, null!, new(3, null)));
    }
}
