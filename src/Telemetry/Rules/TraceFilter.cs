namespace AkkaInstrumentation;

/// <summary>Calls the user's filter so that an exception in it does not affect a message. Any thread that runs an actor.</summary>
internal sealed class TraceFilter(AkkaMessageFilter filter)
{
    public bool Allows(object message, bool alreadyInTrace)
    {
        try
        {
            return filter(message, alreadyInTrace);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Filter, e);
            return true;
        }
    }
}
