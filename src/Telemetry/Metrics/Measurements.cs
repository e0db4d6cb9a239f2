namespace AkkaInstrumentation;

/// <summary>The durations of one message that was chosen to be measured.</summary>
/// <param name="Message">The pair of actor type and message type.</param>
/// <param name="Failure">The failure of the message; null when it did not fail.</param>
/// <param name="Dispatcher">The dispatcher whose busy time the message is part of; null when nobody wants that.</param>
/// <param name="Waited">Ticks in the mailbox; negative when that is not known.</param>
/// <param name="Worked">Ticks in the handler, awaiting included.</param>
/// <param name="Busy">Ticks for which it occupied a thread, since its start or since it last awaited.</param>
/// <param name="Shift">It stands for 2^Shift messages.</param>
/// <param name="Context">
/// The execution context in which the message's span was current at its end. The values are recorded in it, so that an exemplar refers to the span.
/// Null when the message has no span, or when the span is still current.
/// </param>
internal readonly record struct MessageMeasurement(
    MessageTypeInfo Message,
    FailureCount? Failure,
    DispatcherMeter? Dispatcher,
    long Waited,
    long Worked,
    long Busy,
    int Shift,
    ExecutionContext? Context = null) : IPendingMeasurement
{
    /// <inheritdoc/>
    public void Record()
    {
        if (Context is null)
        {
            RecordHere();
        }
        else
        {
            // Assigning would not make a span current that has ended.
            ExecutionContext.Run(Context, static measurement => ((MessageMeasurement)measurement!).RecordHere(), this);
        }
    }

    private void RecordHere()
    {
        Message.Actor.Served(Worked, Shift);
        if (Dispatcher is not null)
        {
            Message.BusyOn(Dispatcher).Add(Busy, Shift);
        }

        if (Waited >= 0)
        {
            WeightedTimestamp.Record(Instruments.WaitDuration, Ticks.ToSeconds(Waited), Shift, Message.Tags, Message.Actor.Timing.MaxTimes);
        }

        var worked = Ticks.ToSeconds(Worked);
        if (Failure is null)
        {
            WeightedTimestamp.Record(Instruments.ProcessDuration, worked, Shift, Message.Tags, Message.Actor.Timing.MaxTimes);
        }
        else
        {
            WeightedTimestamp.Record(Instruments.ProcessDuration, worked, Shift, [.. Message.Tags, new(AkkaSpanAttributes.ErrorType, Failure.ErrorType)], Message.Actor.Timing.MaxTimes);
        }
    }
}

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
        WeightedTimestamp.Record(DispatcherInstruments.Delay, Ticks.ToSeconds(Delay), Shift, Dispatcher.Tags, Dispatcher.Timing.MaxTimes);
        if (Messages >= 0)
        {
            WeightedTimestamp.Record(DispatcherInstruments.BatchSize, (int)Messages, Shift, Dispatcher.Tags, Dispatcher.Timing.MaxTimes);
        }
    }
}

/// <summary>Values for histograms that a thread has taken and another one records.</summary>
internal interface IPendingMeasurement
{
    /// <summary>Gives the values to the histograms. May throw what a listener throws.</summary>
    void Record();

    /// <summary>The same. Never throws: what a listener throws is reported.</summary>
    static void Record<T>(T measurement)
        where T : struct, IPendingMeasurement
    {
        try
        {
            measurement.Record();
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }
}
