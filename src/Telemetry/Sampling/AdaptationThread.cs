using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The thread that lets all awake <see cref="AdaptationTimer"/>s of the process beat. A thread of its own, and not a timer of the platform: such a timer
/// wakes a thread of the pool, and that one then spins for a while in search of other work, which costs far more than the beat. The thread waits while no
/// timer is awake, and keeps a timer, and with it the actor system, only while that is awake. A listener that blocks in a beat holds up the other systems'
/// beats too. Their rates then stay as they are, and no message waits. If the thread cannot be started, no timer beats; the start is tried again after a
/// second at the earliest.
/// </summary>
/// <param name="start">Starts the thread without the caller's execution context: the thread must not keep the context of the first timed message.</param>
internal sealed class AdaptationThread(Action<Thread> start)
{
    private readonly object _gate = new();
    private readonly ThreadStarter _starter = new(start);

    // Replaced as a whole, under the gate.
    private AdaptationTimer[] _awake = [];
    private bool _hasThread;

    /// <summary>The process's.</summary>
    public static AdaptationThread Shared { get; } = new(ThreadStarter.Unsafe);

    /// <summary>The timer beats from now on. Any thread. Returns false when there is no thread; the caller tries again later. Never throws.</summary>
    public bool TryAdd(AdaptationTimer timer)
    {
        if (!_starter.MayTry)
        {
            return false;
        }

        lock (_gate)
        {
            _hasThread = _hasThread || _starter.TryStart(Work, "adaptation");
            if (!_hasThread)
            {
                return false;
            }

            if (!_awake.Contains(timer))
            {
                _awake = [.. _awake, timer];
                Monitor.Pulse(_gate);
            }

            return true;
        }
    }

    /// <summary>The timer rests, or its system has ended. A beat of it may still be on.</summary>
    public void Remove(AdaptationTimer timer)
    {
        lock (_gate)
        {
            _awake = [.. _awake.Where(other => other != timer)];
        }
    }

    private void Work()
    {
        while (true)
        {
            Beat();
        }
    }

    // A frame of its own: while the thread waits for the next timer, it must not keep those of the last beat.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Beat()
    {
        WaitForTimers();
        Thread.Sleep(AdaptationTimer.Period);
        foreach (var timer in Volatile.Read(ref _awake))
        {
            timer.Beat();
        }
    }

    private void WaitForTimers()
    {
        lock (_gate)
        {
            while (_awake.Length == 0)
            {
                Monitor.Wait(_gate);
            }
        }
    }
}
