using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The dispatcher's side of a mailbox: the time at which the executor got it, and whether its next run is timed.
/// <para>
/// There is one writer at a time. Akka changes the status of a mailbox to scheduled by compare-and-swap before it schedules the mailbox. The thread
/// that did this calls <see cref="Scheduled"/>. The run that follows reads the values before it lets the mailbox go idle. Only then can the mailbox
/// be scheduled again. The executor's own queue publishes the writes to the run. If an executor refuses the mailbox, there is no run, and the next
/// scheduling overwrites the values.
/// </para>
/// </summary>
/// <param name="dispatcher">The dispatcher that runs the mailbox.</param>
internal abstract class MeteredRun(DispatcherMeter dispatcher) : MailboxRunState(dispatcher)
{
    private WeightedTimestamp _scheduled;

    /// <summary>The executor gets the mailbox. Called by the thread that scheduled it.</summary>
    /// <param name="counting">Whether metrics had a listener when the mailbox last ran.</param>
    protected void Scheduled(bool counting)
    {
        if (!_scheduled.IsNone)
        {
            _scheduled = default;
        }

        if (counting)
        {
            // A countdown would need fewer random numbers, and a write to this object, which is seldom in the cache.
            var threshold = Dispatcher.Timing.Threshold;
            if (SamplingRandom.Next() < threshold)
            {
                Choose(threshold);
            }
        }
    }

    /// <summary>The run begins. Returns a timer if this run is timed; otherwise null.</summary>
    protected RunTimer? Begin() => _scheduled.IsNone ? null : RunTimer.Start(Dispatcher, _scheduled);

    /// <summary>Counts the run.</summary>
    protected void Ran() => Dispatcher.Ran();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Choose(ulong threshold)
    {
        if (DispatcherInstruments.IsTiming)
        {
            Dispatcher.Timing.CountTimed();
            _scheduled = new WeightedTimestamp(Stopwatch.GetTimestamp(), threshold);
        }
    }
}
