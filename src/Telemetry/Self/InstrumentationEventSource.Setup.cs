using System.Diagnostics.Tracing;

namespace AkkaInstrumentation;

// What is probably not meant in how an actor system, or the process, is set up.
internal sealed partial class InstrumentationEventSource
{
    [Event(20, Level = EventLevel.Warning, Message = "{0}: {1}")]
    public void SetupWarning(string system, string warning)
    {
        if (IsEnabled())
        {
            WriteEvent(20, system, warning);
        }
    }
}
