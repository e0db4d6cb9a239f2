namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Takes all threads of the pool, hence alone.</summary>
[Collection(Alone.Name)]
public sealed class CoarseClockStarvedSpec
{
    [Fact]
    public void A_thread_pool_that_has_no_thread_does_not_hold_it_up()
    {
        using var release = new CountdownEvent(1);
        using var released = new CountdownEvent(200);
        for (var i = 0; i < released.InitialCount; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    release.Wait();
                    released.Signal();
                },
                null);
        }

        // The pool gets a thread or two in a second, on which a timer's beat comes first.
        try
        {
            var (beats, last) = (0, CoarseClock.Now);
            SpinWait.SpinUntil(
                () =>
                {
                    var now = CoarseClock.Now;
                    beats += now > last ? 1 : 0;
                    last = now;
                    return beats == 100;
                },
                TimeSpan.FromSeconds(20));
            Assert.Equal(100, beats);
        }
        finally
        {
            release.Signal();
            released.Wait();
        }
    }
}
