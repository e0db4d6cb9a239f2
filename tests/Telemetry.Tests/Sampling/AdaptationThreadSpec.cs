using System.Runtime.CompilerServices;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>One thread for the timers of all systems: it waits while none is awake, and keeps none that rests.</summary>
public sealed class AdaptationThreadSpec
{
    [Fact]
    public async Task All_awake_timers_beat_on_one_thread_that_is_not_of_the_pool()
    {
        var thread = new AdaptationThread(static made => made.UnsafeStart());
        var (one, other) = (new TaskCompletionSource<Thread>(), new TaskCompletionSource<Thread>());
        var timers = new[]
        {
            new AdaptationTimer(_ => one.TrySetResult(Thread.CurrentThread), thread),
            new AdaptationTimer(_ => other.TrySetResult(Thread.CurrentThread), thread),
        };

        Array.ForEach(timers, timer => timer.Touch());

        var beating = await Eventually.Within(one.Task);
        Assert.Same(beating, await Eventually.Within(other.Task));
        Assert.False(beating.IsThreadPoolThread);
        Assert.True(beating.IsBackground);
        Array.ForEach(timers, timer => timer.Stop());
    }

    [Fact]
    public async Task When_the_last_timer_has_stopped_it_beats_again_for_the_next()
    {
        var thread = new AdaptationThread(static made => made.UnsafeStart());
        var beats = 0;
        var first = new AdaptationTimer(_ => Interlocked.Increment(ref beats), thread);
        first.Touch();
        await Eventually.True(() => Volatile.Read(ref beats) > 0);

        first.Stop();
        var second = new AdaptationTimer(_ => Interlocked.Add(ref beats, 1_000), thread);
        second.Touch();
        await Eventually.True(() => Volatile.Read(ref beats) > 1_000);
        second.Stop();
    }

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
