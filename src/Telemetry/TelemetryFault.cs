using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace AkkaInstrumentation;

/// <summary>
/// Exceptions out of code that listens to us or that we ask (samplers, processors, metric listeners, filters). They never
/// reach an actor: each kind is written once to the event source <c>AkkaInstrumentation</c>, where <c>dotnet-trace</c> or a
/// listener finds it.
/// </summary>
internal static class TelemetryFault
{
    public const string Listener = "listener";
    public const string Pulse = "pulse";
    public const string Filter = "filter";
    public const string Rule = "rule";
    public const string Queue = "queue";
    public const string Event = "event";
    public const string Watch = "watch";

    private static readonly ConcurrentDictionary<string, byte> Reported = new();

    public static void Report(string kind, Exception exception)
    {
        if (Reported.TryAdd(kind, 0))
        {
            InstrumentationEventSource.Log.CallbackFailed(kind, exception.ToString());
        }
    }
}

/// <summary>Self-diagnostics of the instrumentation.</summary>
[EventSource(Name = "AkkaInstrumentation")]
internal sealed partial class InstrumentationEventSource : EventSource
{
    public static readonly InstrumentationEventSource Log = new();

    [Event(1, Level = EventLevel.Error, Message = "A {0} threw and is ignored, which is reported once: {1}")]
    public void CallbackFailed(string kind, string exception) => WriteEvent(1, kind, exception);
}
