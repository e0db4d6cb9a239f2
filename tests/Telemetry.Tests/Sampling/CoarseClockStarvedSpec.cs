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

        try
        {
            for (var beat = 0; beat < 5; beat++)
            {
                var now = CoarseClock.Now;
                Assert.True(SpinWait.SpinUntil(() => CoarseClock.Now > now, TimeSpan.FromSeconds(20)));
            }
        }
        finally
        {
            release.Signal();
            released.Wait();
        }
    }
}
