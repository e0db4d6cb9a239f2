namespace AkkaInstrumentation;

/// <summary>What was measured of one run that was chosen to be timed.</summary>
/// <param name="Dispatcher">The dispatcher of the run.</param>
/// <param name="Delay">Ticks from giving the mailbox to the executor to the run.</param>
/// <param name="Messages">Messages of the run; negative when that is not known.</param>
/// <param name="Shift">It stands for 2^Shift runs.</param>
internal readonly record struct RunMeasurement(DispatcherMeter Dispatcher, long Delay, long Messages, int Shift) : IPendingMeasurement
{
    /// <inheritdoc/>
    public void Record()
    {
        WeightedTimestamp.Record(DispatcherInstruments.Delay, Ticks.ToSeconds(Delay), Shift, Dispatcher.Tags, Dispatcher.Timing.MostTimes);
        if (Messages >= 0)
        {
            WeightedTimestamp.Record(DispatcherInstruments.BatchSize, (int)Messages, Shift, Dispatcher.Tags, Dispatcher.Timing.MostTimes);
        }
    }
}
