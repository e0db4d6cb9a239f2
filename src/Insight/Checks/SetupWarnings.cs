using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports probable mistakes in a system's setup, and suggests a correction: a warning in Akka's log and an event of the
/// event source, each once. A correct system gets no report. Any thread.
/// </summary>
internal sealed class SetupWarnings(ExtendedActorSystem system)
{
    // The system's loggers start later. They would miss warnings that are logged while the system starts.
    private static readonly TimeSpan LoggersStartWithin = TimeSpan.FromSeconds(1);

    // A limit, because some texts contain a path or a type, and an application may have any number of these.
    private const int MaxReports = 1_000;

    private readonly ConcurrentDictionary<string, bool> _reported = new();

    public void Report(string warning) => Report(warning, () => warning);

    /// <summary>The same for a text that is expensive to create: it is created once for each key.</summary>
    public void Report(string key, Func<string> warning)
    {
        if (_reported.Count < MaxReports && _reported.TryAdd(key, true))
        {
            var text = warning();
            InstrumentationEventSource.Log.SetupWarning(system.Name, text);
            system.Log.Warning("{0}", [text]);
        }
    }

    /// <summary>Reports warnings found while the system starts, after it has started.</summary>
    public void ReportLater(IReadOnlyCollection<string> warnings)
    {
        if (warnings.Count > 0)
        {
            // The call may start the scheduler's thread, which would keep the current execution context for ever.
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

    /// <summary>Reports the first exception of each kind of callback that the system is configured with, until <see cref="End"/>.</summary>
    public void Begin() => TelemetryFault.OfSystem += CallbackThrew;

    public void End() => TelemetryFault.OfSystem -= CallbackThrew;

    // The log's own code may have thrown. No exception of it may reach the actor.
    private void CallbackThrew(string kind, Exception exception, string name)
    {
        if (name == system.Name)
        {
            TelemetryFault.Guard(TelemetryFault.Listener, exception, thrown => Report(kind, () =>
                $"A callback of WithInstrumentation() threw ({kind}). Messages are handled as before, and spans lack what it adds. Mend it: this is "
                + $"logged once, and {AkkaMetricNames.InstrumentationCallbackFailures} counts on. {TelemetryFault.TextOf(thrown)}"));
        }
    }
}
