using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The dispatcher's side of a mailbox: when it was given to the executor, and whether its next run is timed.
/// <para>
/// One writer at a time: Akka schedules a mailbox only after it has changed its status to scheduled by compare-and-swap, and
/// whoever did that calls <see cref="Scheduled"/>. The run that follows reads before it lets the mailbox go idle, and only then
/// can it be scheduled again; the executor's own queue publishes the one's write to the other. If an executor refuses the mailbox there
/// is no run, and the next scheduling writes anew.
/// </para>
/// </summary>
/// <param name="dispatcher">The dispatcher that runs the mailbox.</param>
internal abstract class MeteredRun(DispatcherMeter dispatcher)
{
    private Chosen _scheduled;

    public DispatcherMeter Dispatcher { get; } = dispatcher;

    /// <summary>
    /// Ticks at which the run began in which an awaiting handler goes on; 0 when the open message was begun in this run. Belongs to whoever
    /// holds the recorder's open invoke.
    /// </summary>
    public long ResumedAt { get; set; }

    /// <summary>The mailbox is given to the executor. Whoever scheduled it.</summary>
    /// <param name="counting">Whether metrics were listened to when the mailbox last ran.</param>
    protected void Scheduled(bool counting)
    {
        if (counting)
        {
            Choose();
        }
        else if (!_scheduled.IsNone)
        {
            _scheduled = default;
        }
    }

    /// <summary>The run begins: of a run that is timed a timer that is on.</summary>
    protected RunTimer Begin() => _scheduled.IsNone ? default : new RunTimer(Dispatcher, _scheduled);

    /// <summary>The run is counted.</summary>
    protected void Count() => Dispatcher.OfThisThread().Ran();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Choose()
    {
        _scheduled = default;
        if (DispatcherInstruments.IsTiming)
        {
            var timing = Dispatcher.Timing;
            var share = timing.Threshold;
            if (share == Coin.Always || Coin.Throw() < share)
            {
                timing.Chosen();
                _scheduled = new Chosen(Stopwatch.GetTimestamp(), share);
            }
        }
    }
}
