using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Calls the adaptive parts of one actor system ten times a second while messages are being timed. It rests when no message has been timed for a
/// while. The next timed message wakes it.
/// </summary>
/// <param name="beat">Two threads never call it at once.</param>
internal sealed class RateAdaptation(Action beat) : BackgroundWork(TimeSpan.FromSeconds(1) / PerSecond, TelemetryFault.Adaptation)
{
    public const int PerSecond = 10;

    // Long enough for every rate to return to "all" before the timer rests: each beat doubles a share (TimingRate.MaxShift of them), once the bucket
    // is nearly empty, which takes a second.
    private const int BeatsBeforePause = 4 * PerSecond;

    private int _running;
    private int _quietBeats;
    private volatile bool _touched;
    private volatile bool _hasStopped;

    /// <summary>
    /// Reports that a message was timed, and wakes the timer if it rests. Any thread; while it is awake, two field reads after the first of a beat.
    /// Never throws.
    /// </summary>
    public void Touch()
    {
        if (!_touched)
        {
            _touched = true;
        }

        if (Volatile.Read(ref _running) == 0 && Interlocked.Exchange(ref _running, 1) == 0 && !_hasStopped)
        {
            Due = Stopwatch.GetTimestamp() + Period;
            if (!BackgroundThread.TryAdd(this))
            {
                Volatile.Write(ref _running, 0);
            }
        }
    }

    /// <summary>The actor system has ended.</summary>
    public void Stop()
    {
        _hasStopped = true;
        BackgroundThread.Remove(this);
    }

    protected override void Do(long now)
    {
        if (_hasStopped)
        {
            // The work may have been woken while it was being stopped.
            BackgroundThread.Remove(this);
            return;
        }

        beat();
        PauseWhenIdle();
    }

    private void PauseWhenIdle()
    {
        _quietBeats = _touched ? 0 : _quietBeats + 1;
        _touched = false;
        if (_quietBeats < BeatsBeforePause)
        {
            return;
        }

        _quietBeats = 0;
        BackgroundThread.Remove(this);
        Volatile.Write(ref _running, 0);

        // A thread may have called Touch between the check and the rest, and may have seen that the timer still runs.
        Interlocked.MemoryBarrier();
        if (_touched)
        {
            Touch();
        }
    }
}
