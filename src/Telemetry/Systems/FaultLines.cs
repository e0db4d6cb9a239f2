using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Writes the first exception of each kind of callback that an actor system is configured with to its log. Any thread. Never throws.</summary>
internal sealed class FaultLines(ActorSystem system)
{
    private readonly ConcurrentDictionary<string, bool> _said = new();

    public void Begin() => TelemetryFault.OfSystem += Say;

    public void End() => TelemetryFault.OfSystem -= Say;

    private void Say(string kind, Exception exception, string name)
    {
        if (name != system.Name || !_said.TryAdd(kind, true))
        {
            return;
        }

        try
        {
            system.Log.Warning(
                "A callback of WithInstrumentation() threw ({0}). Messages are handled as before, and spans lack what it adds. Mend it: this is logged once, and akka.instrumentation.callback_failures counts on. {1}",
                kind,
                TelemetryFault.TextOf(exception));
        }
        catch (Exception)
        {
            // The log's own code may be what threw.
        }
    }
}
