namespace AkkaInstrumentation;

/// <summary>Values for histograms that a thread has taken and another one records.</summary>
internal interface IPendingMeasurement
{
    /// <summary>Gives the values to the histograms. May throw what a listener throws.</summary>
    void Record();
}
