using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports probable mistakes in a system's setup, and suggests a correction: a warning in Akka's log and an event of the
/// event source, each text once. A correct system gets no report. Any thread.
/// </summary>
internal sealed class SetupWarnings(ExtendedActorSystem system)
{
    // The system's loggers start later. They would miss warnings that are logged while the system starts.
    private static readonly TimeSpan LoggersStartWithin = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<string, bool> _reported = new();

    public void Report(string warning)
    {
        if (_reported.TryAdd(warning, true))
        {
            InstrumentationEventSource.Log.SetupWarning(system.Name, warning);
            system.Log.Warning("{0}", [warning]);
        }
    }

    /// <summary>Reports warnings found while the system starts, after it has started.</summary>
    public void ReportLater(IReadOnlyCollection<string> warnings)
    {
        if (warnings.Count > 0)
        {
            // This may start the scheduler's thread, which keeps what flows for ever.
            using var flow = ExecutionFlow.Suppress();
            system.Scheduler.Advanced.ScheduleOnce(LoggersStartWithin, () =>
            {
                foreach (var warning in warnings)
                {
                    Report(warning);
                }
            });
        }
    }
}

/// <summary>Writes the first exception of each kind of callback that an actor system is configured with to its log. Any thread. Never throws.</summary>
internal sealed class FaultLines(ActorSystem system)
{
    private readonly ConcurrentDictionary<string, bool> _reported = new();

    public void Begin() => TelemetryFault.OfSystem += Write;

    public void End() => TelemetryFault.OfSystem -= Write;

    private void Write(string kind, Exception exception, string name)
    {
        if (name != system.Name || !_reported.TryAdd(kind, true))
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
