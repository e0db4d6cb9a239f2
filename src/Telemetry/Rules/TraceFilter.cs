namespace AkkaInstrumentation;

/// <summary>Calls the user's filter so that an exception in it does not affect a message. Any thread that runs an actor.</summary>
/// <param name="filter">The filter.</param>
/// <param name="system">The name of the actor system whose filter it is.</param>
internal sealed class TraceFilter(AkkaMessageFilter filter, string system)
{
    public bool Allows(object message, bool alreadyInTrace)
    {
        try
        {
            return filter(message, alreadyInTrace);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Filter, e, system);
            return true;
        }
    }
}
