namespace AkkaInstrumentation;

/// <summary>
/// Decides by a message's content whether it gets a span: false for none. Called after the rules, for each message that would get a span, on the
/// thread that runs the actor, so it should be quick. A message that may get a retroactive span is asked for once more. If it throws, the message is
/// handled as if the filter had returned true, and the exception is counted, and logged once.
/// </summary>
/// <param name="message">The message, its sender, and the actor that gets it.</param>
/// <param name="alreadyInTrace">Whether it was sent inside a trace; if not, its span would begin one.</param>
/// <returns>Whether the message may get a span.</returns>
public delegate bool AkkaMessageFilter(in AkkaMessageContext message, bool alreadyInTrace);

/// <summary>Calls the user's filter so that an exception in it does not affect a message. Any thread that runs an actor.</summary>
/// <param name="filter">The filter.</param>
/// <param name="system">The name of the actor system whose filter it is.</param>
internal sealed class TraceFilter(AkkaMessageFilter filter, string system)
{
    public bool Allows(in AkkaMessageContext message, bool alreadyInTrace)
    {
        using var scope = new ContextScope();
        return TelemetryFault.GuardValue(
            TelemetryFault.Filter, (filter, message, alreadyInTrace), static it => it.filter(it.message, it.alreadyInTrace), true, system);
    }
}
