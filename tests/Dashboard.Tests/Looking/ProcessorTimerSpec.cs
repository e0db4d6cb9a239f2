namespace AkkaInstrumentation.Tests;

/// <summary>What an answer costs.</summary>
public sealed class ProcessorTimerSpec
{
    [Fact]
    public void A_thread_that_works_takes_processor_time()
    {
        var (timer, clock) = (ProcessorTimer.Start(), Stopwatch.StartNew());
        while (timer.Elapsed < Stopwatch.Frequency / 20)
        {
            Thread.SpinWait(1_000);
        }

        Assert.InRange(clock.ElapsedTicks, Stopwatch.Frequency / 20, long.MaxValue);
    }

    [Fact]
    public void A_thread_that_waits_takes_none_where_the_operating_system_reports_it()
    {
        var (timer, clock) = (ProcessorTimer.Start(), Stopwatch.StartNew());
        Thread.Sleep(300);
        var took = timer.Elapsed;
        Assert.InRange(took, 0, OperatingSystem.IsLinux() ? Stopwatch.Frequency / 10 : clock.ElapsedTicks);
    }
}
