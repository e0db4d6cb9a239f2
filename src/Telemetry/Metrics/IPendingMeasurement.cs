namespace AkkaInstrumentation;

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
