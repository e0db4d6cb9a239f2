using System.Runtime.CompilerServices;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>One thread for the timers of all systems: it waits while none is awake, and keeps none that rests.</summary>
public sealed class AdaptationThreadSpec
{
    [Fact]
    public async Task A_thread_that_cannot_be_started_costs_no_message_and_is_tried_again_after_a_second()
    {
        var starts = 0;
        var thread = new AdaptationThread(start =>
        {
            if (Interlocked.Increment(ref starts) == 1)
            {
                throw new InvalidOperationException("on purpose");
            }

            start.UnsafeStart();
        });
        var beats = 0;
        var timer = new AdaptationTimer(_ => Interlocked.Increment(ref beats), thread);
        var begun = Environment.TickCount64;

        for (var message = 0; message < 1_000; message++)
        {
            timer.Touch();
        }

        Assert.InRange(Volatile.Read(ref starts), 1, 1 + ((Environment.TickCount64 - begun) / 1_000));
        await Eventually.True(() =>
        {
            timer.Touch();
            return Volatile.Read(ref beats) > 0;
        });
        Assert.Equal(2, Volatile.Read(ref starts));
        timer.Stop();
    }

    [Fact]
    public void It_keeps_no_timer_that_has_stopped()
    {
        var thread = new AdaptationThread(static _ => { });
        var weak = Touched(thread);

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        Assert.False(weak.IsAlive);
        GC.KeepAlive(thread);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Touched(AdaptationThread thread)
    {
        var timer = new AdaptationTimer(_ => { }, thread);
        timer.Touch();
        timer.Stop();
        return new WeakReference(timer);
    }
}
