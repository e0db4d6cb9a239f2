using System.Diagnostics.Tracing;

namespace AkkaInstrumentation;

/// <summary>Self-diagnostics of the instrumentation.</summary>
[EventSource(Name = "AkkaInstrumentation")]
internal sealed partial class InstrumentationEventSource : EventSource
{
    public static readonly InstrumentationEventSource Log = new();

    [Event(1, Level = EventLevel.Error, Message = "A {0} threw and is ignored, which is reported once: {1}")]
    public void CallbackFailed(string kind, string exception) => WriteEvent(1, kind, exception);
}
