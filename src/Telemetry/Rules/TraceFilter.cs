namespace AkkaInstrumentation;

/// <summary>The user's filter, called so that it cannot hurt a message. Any thread that runs an actor.</summary>
internal sealed class TraceFilter(MessageFilter filter)
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
